import { useTranslation } from "react-i18next";
import { Dialog } from "../../ui/dialog";
import type { Note } from "../book/notes";

/** A footnote over the page. */
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
