import { useTranslation } from "react-i18next";
import type { Note } from "~/reader/book/notes";
import { Dialog } from "~/ui/dialog";

/** A footnote in a dialog over the page. */
export function NoteDialog({ note, onDone }: { note: Note | null; onDone(): void }) {
  const { t } = useTranslation("reader");
  return (
    <Dialog open={note !== null} onOpenChange={(isOpen) => !isOpen && onDone()} title={t("note")}>
      {note && (
        <p className="text-18" role="note" lang={note.language ?? undefined} dir={note.direction ?? "auto"}>
          {note.text}
        </p>
      )}
    </Dialog>
  );
}
