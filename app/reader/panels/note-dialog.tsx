import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Note } from "~/reader/book/notes";
import { useReader } from "~/reader/controller/reader-context";
import { isDarkPage } from "~/reader/controller/use-page-appearance";
import { offerFaces } from "~/reader/view/reading-font";
import { Dialog } from "~/ui/dialog";
import { notePaper, noteText } from "./note-style";

/** A footnote in a dialog over the page, with the look of the book's text. */
export function NoteDialog({ note, onDone }: { note: Note | null; onDone(): void }) {
  const { t } = useTranslation("reader");
  const { comfort, darkTheme } = useReader().snapshot.settings;
  const isOpen = note !== null;
  useEffect(() => {
    if (isOpen) offerFaces();
  }, [isOpen]);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(isOpen) => !isOpen && onDone()}
      title={t("note")}
      style={isOpen ? notePaper(isDarkPage(darkTheme), comfort) : undefined}
    >
      {note && (
        <p
          role="note"
          style={noteText(comfort, note.language)}
          lang={note.language ?? undefined}
          dir={note.direction ?? "auto"}
        >
          {note.text}
        </p>
      )}
    </Dialog>
  );
}
