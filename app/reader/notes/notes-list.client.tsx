import { useDeferredValue, useMemo, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import type { ReaderController } from "~/reader/controller/reader-controller.client";
import type { NotesSource } from "~/reader/marks/notes-source";
import { findInText, readSearchQuery } from "~/reader/search/find-in-text";
import { drawsDecorations } from "~/reader/view/decorations";
import { type AnnotationStyle, annotationStyles } from "~/services/contracts/annotation-values";
import type { Annotation } from "~/services/contracts/annotations";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Switch } from "~/ui/choice";
import { ClassNoteSets } from "./class-note-sets";
import type { ClassNotesStore } from "./class-notes-store";
import type { AnnotationPlaces } from "./locate-annotations";
import { NoteFiles } from "./note-files";
import { NoteRow } from "./note-row";
import type { NoteStore } from "./note-store";
import { openClassNotes } from "./open-class-notes.client";
import { openNoteStore } from "./open-notes.client";
import { inBookOrder } from "./place-annotation";
import { ShareNote } from "./share-note";
import { StyleSample } from "./style-sample";
import { chapterOfNote, percentOfNote, useNotePlaces } from "./use-note-places";

/** Rows shown at first, and added by each press of the button below them. */
const rowsAtOnce = 100;

/** The notes of the book, in its order. docs/product/reader.md#highlights-and-notes. */
export default function NotesList() {
  const { controller, notes } = useReader();
  return controller && notes ? <List controller={controller} source={notes} /> : null;
}

function List({ controller, source }: { controller: ReaderController; source: NotesSource }) {
  const { t } = useTranslation("reader");
  const store = openNoteStore(source);
  const classNotes = openClassNotes(source);
  const { list, failed } = useSyncExternalStore(store.subscribe, store.state);
  const [removed, setRemoved] = useState<readonly Annotation[]>([]);
  const places = useNotePlaces(controller, list);
  const [style, setStyle] = useState<AnnotationStyle | null>(null);
  const [query, setQuery] = useState("");
  const all = useMemo(
    () => inBookOrder(controller.book.spine, [...(list ?? []), ...removed]),
    [controller, list, removed],
  );
  const shown = useMemo(() => filtered(all, style, query), [all, style, query]);
  const placed = shown.filter(({ id }) => places.get(id) !== null);
  const lost = shown.filter(({ id }) => places.get(id) === null);
  const rows = { store, classNotes, places, removed, setRemoved };
  const content = controller.view.frames[0]?.document;
  return (
    <>
      {classNotes && <ClassNoteSets controller={controller} store={classNotes} />}
      {failed && <Failure store={store} failed={failed} />}
      {content && !drawsDecorations(content) && all.length > 0 && <Banner>{t("notes.not_drawn")}</Banner>}
      {list?.length === 0 && removed.length === 0 ? (
        <p className="p-3 text-ink-soft">{t("notes.empty")}</p>
      ) : (
        <Filters all={all} style={style} onStyle={setStyle} query={query} onQuery={setQuery} />
      )}
      {list && all.length > 0 && shown.length === 0 && <p className="p-3 text-ink-soft">{t("notes.none_found")}</p>}
      {all.length > 0 && <ShownSwitch controller={controller} />}
      <Rows notes={placed} {...rows} />
      {lost.length > 0 && (
        <section aria-label={t("notes.lost")} className="mt-4 border-t border-line pt-3">
          <h3 className="px-3 text-16 font-semibold">{t("notes.lost")}</h3>
          <p className="px-3 text-14 text-ink-soft">{t("notes.lost_help")}</p>
          <Rows notes={lost} {...rows} />
        </section>
      )}
      {list && (
        <NoteFiles
          controller={controller}
          store={store}
          notes={inBookOrder(controller.book.spine, list)}
          chapterOf={(note) => chapterOfNote(controller, note, places)}
        />
      )}
    </>
  );
}

/** Whether the notes are drawn in the book. */
function ShownSwitch({ controller }: { controller: ReaderController }) {
  const { t } = useTranslation("reader");
  const { showsNotes } = useReader().snapshot.settings;
  return (
    <Switch
      className="px-3 py-1"
      label={t("notes.show_in_text")}
      checked={showsNotes}
      onChange={(event) => controller.changeSettings({ showsNotes: event.currentTarget.checked })}
    />
  );
}

function Failure({ store, failed }: { store: NoteStore; failed: "load" | "save" | "refused" | "full" }) {
  const { t } = useTranslation("reader");
  const canRetry = failed === "load" || failed === "save";
  return (
    <Banner
      type="warning"
      actions={
        canRetry && (
          <Button type="button" onClick={store.retry}>
            {t("bookmark.try_again")}
          </Button>
        )
      }
    >
      {t(failed === "full" ? "notes.full" : `notes.${failed}_failed`)}
    </Banner>
  );
}

function filtered(notes: readonly Annotation[], style: AnnotationStyle | null, query: string): readonly Annotation[] {
  const wanted = readSearchQuery(query);
  return notes.filter((note) => {
    if (style !== null && note.style !== style) return false;
    return !wanted || findInText(`${note.note}\n${note.target.quote?.exact ?? ""}`, wanted, 1).length > 0;
  });
}

type FilterProps = {
  all: readonly Annotation[];
  style: AnnotationStyle | null;
  onStyle(style: AnnotationStyle | null): void;
  query: string;
  onQuery(query: string): void;
};

function Filters({ all, style, onStyle, query, onQuery }: FilterProps) {
  const { t } = useTranslation("reader");
  const used = annotationStyles.filter((each) => all.some((note) => note.style === each));
  return (
    <div className="px-3 pb-2">
      <label className="block text-14 font-semibold text-ink-soft">
        {t("notes.search")}
        <input
          type="search"
          value={query}
          autoComplete="off"
          className="mt-1 min-h-12 w-full rounded-control border border-line-strong bg-raised px-3 text-18 font-normal text-ink focus-visible:outline-3 focus-visible:outline-focus"
          onChange={(event) => onQuery(event.currentTarget.value)}
        />
      </label>
      {used.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
        <div role="group" aria-label={t("notes.filter")} className="mt-2 flex flex-wrap gap-1">
          {used.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={style === each}
              aria-label={t(`notes.style.${each}`)}
              title={t(`notes.style.${each}`)}
              className="grid size-12 place-items-center rounded-control hover:bg-primary-tint focus-visible:outline-3 focus-visible:outline-focus aria-pressed:bg-primary-tint aria-pressed:outline-2 aria-pressed:outline-primary"
              onClick={() => onStyle(style === each ? null : each)}
            >
              <StyleSample style={each} />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

type RowsProps = {
  notes: readonly Annotation[];
  store: NoteStore;
  classNotes: ClassNotesStore | null;
  places: AnnotationPlaces;
  removed: readonly Annotation[];
  setRemoved(removed: readonly Annotation[]): void;
};

function Rows({ notes, store, classNotes, places, removed, setRemoved }: RowsProps) {
  const { t } = useTranslation("reader");
  const { controller } = useReader();
  const [limit, setLimit] = useState(rowsAtOnce);
  const rows = useDeferredValue(notes.slice(0, limit));
  if (!controller) return null;
  const remove = (note: Annotation) => {
    store.remove(note.id);
    classNotes?.forget(note.id);
    setRemoved([...removed, note]);
  };
  const putBack = (note: Annotation) => {
    setRemoved(removed.filter(({ id }) => id !== note.id));
    store.put([note]);
  };
  return (
    <>
      <ul className="list-none ps-0">
        {rows.map((note) => (
          <NoteRow
            key={note.id}
            note={note}
            place={places.get(note.id) ?? null}
            chapter={chapterOfNote(controller, note, places)}
            percent={percentOfNote(controller, note)}
            isRemoved={removed.includes(note)}
            onRemove={() => remove(note)}
            onPutBack={() => putBack(note)}
            onChange={(changed) => store.put([changed])}
          >
            {classNotes && <ShareNote note={note} store={classNotes} />}
          </NoteRow>
        ))}
      </ul>
      {notes.length > limit && (
        <div className="p-3">
          <Button type="button" onClick={() => setLimit(limit + rowsAtOnce)}>
            {t("notes.more", { count: notes.length - limit })}
          </Button>
        </div>
      )}
    </>
  );
}
