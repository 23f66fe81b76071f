import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import type { Annotation } from "~/services/contracts/annotations";
import type { NoteSet } from "~/services/contracts/class-notes";
import { Button } from "~/ui/button";
import type { NoteStore } from "./note-store";

/** A teacher's note about the selected text, with the teacher's name. */
export function TeachersNote({ note, set }: { note: Annotation; set: NoteSet }) {
  return (
    <div role="note" className="max-h-[30dvh] max-w-96 basis-full overflow-y-auto px-3 py-2">
      <p className="text-14 text-ink-soft" dir="auto">
        <NoteSetOrigin set={set} />
      </p>
      {note.note && (
        <p className="text-18 break-words whitespace-pre-line" dir="auto">
          {note.note}
        </p>
      )}
    </div>
  );
}

/** Who wrote a set, and for which class. */
export function NoteSetOrigin({ set: { teacher, group } }: { set: NoteSet }) {
  const { t } = useTranslation("reader");
  return <>{t("class_notes.from", { teacher, group: group?.name ?? t("class_notes.deleted_group") })}</>;
}

type WritingProps = { set: NoteSet; store: NoteStore; onDone(): void };

/** Says for which class the teacher is writing, as long as it is so, and whether that is not stored. */
export function WritingBar({ set: { title, group }, store, onDone }: WritingProps) {
  const { t } = useTranslation("reader");
  const { failed } = useSyncExternalStore(store.subscribe, store.state);
  return (
    <aside
      aria-label={t("class_notes.title")}
      className="fixed inset-x-4 top-20 z-20 mx-auto flex w-fit max-w-[calc(100vw-2rem)] animate-appear items-center gap-3 rounded-card bg-raised py-1 ps-4 pe-1 text-ink shadow-high motion-reduce:animate-none"
    >
      <p className="min-w-0 truncate text-16" dir="auto" role="status">
        {failed === "save"
          ? t("class_notes.save_failed")
          : t("class_notes.writing", { title, group: group?.name ?? t("class_notes.deleted_group") })}
      </p>
      {failed === "save" && (
        <Button type="button" onClick={store.retry}>
          {t("bookmark.try_again")}
        </Button>
      )}
      <Button type="button" variant="primary" onClick={onDone}>
        {t("class_notes.done")}
      </Button>
    </aside>
  );
}
