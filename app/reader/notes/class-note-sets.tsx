import { useMemo, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { newId } from "~/browser-outbox/new-id";
import { useReader } from "~/reader/controller/reader-context";
import type { ReaderController } from "~/reader/controller/reader-controller.client";
import type { Annotation } from "~/services/contracts/annotations";
import type { ClassNotes, NoteSet } from "~/services/contracts/class-notes";
import { useCalendarDay } from "~/shell/moment";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Eye, EyeOff, Plus } from "~/ui/icons";
import { NoteSetOrigin } from "./class-notes-on-page";
import type { ClassNotesFailure, ClassNotesStore } from "./class-notes-store";
import type { AnnotationPlaces } from "./locate-annotations";
import { NoteRow, NoteSummary } from "./note-row";
import { NoteSetForm } from "./note-set-form";
import type { NoteStore } from "./note-store";
import { inBookOrder } from "./place-annotation";
import { chapterOfNote, percentOfNote, useNotePlaces } from "./use-note-places";

/** What teachers have noted for the reader's classes, and for teachers the sets that they write. docs/product/reader.md#notes-for-a-class. */
export function ClassNoteSets({ controller, store }: { controller: ReaderController; store: ClassNotesStore }) {
  const { t } = useTranslation("reader");
  const { notes, failed } = useSyncExternalStore(store.subscribe, store.state);
  const [isAdding, setAdding] = useState(false);
  const all = useMemo(() => notes?.data.flatMap((set) => set.notes) ?? [], [notes]);
  const places = useNotePlaces(controller, all);
  const isTeacher = (notes?.groups.length ?? 0) > 0;
  if (failed === "load") return <Failed store={store} failed={failed} />;
  if (!notes || (notes.data.length === 0 && !isTeacher)) {
    return failed && <Failed store={store} failed={failed} />;
  }
  const title = t(
    isTeacher || notes.data.some(({ isForPupil }) => !isForPupil) ? "class_notes.title" : "class_notes.to_pupil",
  );
  return (
    <section aria-label={title} className="mb-3 border-b border-line pb-3">
      <h3 className="px-3 text-16 font-semibold">{title}</h3>
      {failed && <Failed store={store} failed={failed} />}
      {notes.data.map((set) =>
        set.right === "write" ? (
          <OwnSet key={set.id} {...{ controller, store, notes, set }} />
        ) : (
          <ReadSet key={set.id} {...{ controller, store, set, places }} />
        ),
      )}
      {isAdding && (
        <NoteSetForm
          notes={notes}
          set={null}
          onSave={(draft) => store.save(newId(), draft)}
          onCancel={() => setAdding(false)}
        />
      )}
      {isTeacher && !isAdding && (
        <div className="px-3 pt-2">
          <Button type="button" icon={Plus} onClick={() => setAdding(true)}>
            {t("class_notes.new")}
          </Button>
        </div>
      )}
    </section>
  );
}

function Failed({ store, failed }: { store: ClassNotesStore; failed: ClassNotesFailure }) {
  const { t } = useTranslation("reader");
  const reload = failed === "load" || failed === "stale";
  return (
    <Banner
      type="warning"
      actions={
        reload && (
          <Button type="button" onClick={() => void store.load()}>
            {t("bookmark.try_again")}
          </Button>
        )
      }
    >
      {t(failed === "full" ? "class_notes.full" : `class_notes.${failed}_failed`)}
    </Banner>
  );
}

type ReadProps = { controller: ReaderController; store: ClassNotesStore; set: NoteSet; places: AnnotationPlaces };

/** A set of a teacher. A pupil may hide it, which takes it off the pages too. */
function ReadSet({ controller, store, set, places }: ReadProps) {
  const { t } = useTranslation("reader");
  const ordered = inBookOrder(controller.book.spine, set.notes);
  const { title, isHidden } = set;
  return (
    <section aria-label={title} className="mt-2">
      <div className="flex items-start gap-2 px-3">
        <div className="min-w-0 flex-1" dir="auto">
          <h4 className="text-16 font-semibold break-words">{title}</h4>
          <p className="text-14 text-ink-soft">
            <NoteSetOrigin set={set} />
          </p>
        </div>
        {set.isForPupil && (
          <Button
            type="button"
            variant="quiet"
            className="min-h-12"
            icon={isHidden ? Eye : EyeOff}
            aria-label={t(isHidden ? "class_notes.show_named" : "class_notes.hide_named", { title })}
            onClick={() => void store.hide(set, !isHidden)}
          >
            {t(isHidden ? "class_notes.show" : "class_notes.hide")}
          </Button>
        )}
      </div>
      {isHidden ? (
        <p className="px-3 text-14 text-ink-soft">{t("class_notes.hidden")}</p>
      ) : (
        <ul className="list-none ps-0">
          {ordered.map((note) => (
            <li key={note.id} className="flex">
              <NoteSummary
                note={note}
                place={places.get(note.id) ?? null}
                chapter={chapterOfNote(controller, note, places)}
                percent={percentOfNote(controller, note)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type OwnProps = { controller: ReaderController; store: ClassNotesStore; notes: ClassNotes; set: NoteSet };

/** A set of the teacher's own: written, changed, given to another class, deleted. */
function OwnSet({ controller, store, notes, set }: OwnProps) {
  const { t } = useTranslation("reader");
  const { send } = useReader();
  const [mode, setMode] = useState<"read" | "edit" | "delete">("read");
  const { writing } = useSyncExternalStore(store.subscribe, store.state);
  const isWriting = writing === set.id;
  const { title } = set;
  const write = () => {
    store.write(isWriting ? null : set.id);
    if (!isWriting) send({ type: "closed" });
  };
  if (mode === "edit") {
    return (
      <NoteSetForm
        notes={notes}
        set={set}
        onSave={(draft) => store.save(set.id, draft)}
        onCancel={() => setMode("read")}
      />
    );
  }
  return (
    <section aria-label={title} className="mt-2">
      <div className="px-3" dir="auto">
        <h4 className="text-16 font-semibold break-words">
          {[title, set.group?.name ?? t("class_notes.deleted_group")].join(" · ")}
        </h4>
        <p className="text-14 text-ink-soft">
          <WhoSees set={set} />
        </p>
      </div>
      {mode === "delete" ? (
        <div className="mx-3 mt-2 rounded-control border border-line p-3" role="status">
          <p className="text-16">{t("class_notes.remove_ask")}</p>
          <div className="mt-2 flex flex-wrap justify-end gap-2">
            <Button type="button" variant="quiet" onClick={() => setMode("read")}>
              {t("bookmark.cancel")}
            </Button>
            <Button type="button" variant="danger" onClick={() => void store.remove(set.id)}>
              {t("class_notes.remove")}
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex flex-wrap gap-1 px-1 pt-1">
          <Button
            type="button"
            size="small"
            aria-label={t(isWriting ? "class_notes.done_named" : "class_notes.write_named", { title })}
            onClick={write}
          >
            {t(isWriting ? "class_notes.done" : "class_notes.write")}
          </Button>
          <Button
            type="button"
            size="small"
            variant="quiet"
            aria-label={t("class_notes.edit", { title })}
            onClick={() => setMode("edit")}
          >
            {t("class_notes.change")}
          </Button>
          <Button
            type="button"
            size="small"
            variant="quiet"
            aria-label={t("class_notes.remove_named", { title })}
            onClick={() => setMode("delete")}
          >
            {t("class_notes.remove")}
          </Button>
        </div>
      )}
      <OwnNotes controller={controller} store={store.notesOf(set.id)} />
    </section>
  );
}

function WhoSees({ set: { shownFrom, isTaught } }: { set: NoteSet }) {
  const { t } = useTranslation("reader");
  const day = useCalendarDay();
  if (!isTaught) return <>{t("class_notes.left")}</>;
  if (shownFrom === null) return <>{t("class_notes.draft")}</>;
  return <>{t("class_notes.shown_from", { day: day(shownFrom) })}</>;
}

/** The notes of a set, to be changed and removed. */
function OwnNotes({ controller, store }: { controller: ReaderController; store: NoteStore }) {
  const { t } = useTranslation("reader");
  const { list, failed } = useSyncExternalStore(store.subscribe, store.state);
  const [removed, setRemoved] = useState<readonly Annotation[]>([]);
  const places = useNotePlaces(controller, list);
  const all = inBookOrder(controller.book.spine, [...(list ?? []), ...removed]);
  return (
    <>
      {failed && (
        <Banner
          type="warning"
          actions={
            failed === "save" && (
              <Button type="button" onClick={store.retry}>
                {t("bookmark.try_again")}
              </Button>
            )
          }
        >
          {t(failed === "full" ? "class_notes.full" : "class_notes.save_failed")}
        </Banner>
      )}
      <ul className="list-none ps-0">
        {all.map((note) => (
          <NoteRow
            key={note.id}
            note={note}
            place={places.get(note.id) ?? null}
            chapter={chapterOfNote(controller, note, places)}
            percent={percentOfNote(controller, note)}
            isRemoved={removed.includes(note)}
            onRemove={() => {
              store.remove(note.id);
              setRemoved([...removed, note]);
            }}
            onPutBack={() => {
              setRemoved(removed.filter(({ id }) => id !== note.id));
              store.put([note]);
            }}
            onChange={(changed) => store.put([changed])}
          />
        ))}
      </ul>
    </>
  );
}
