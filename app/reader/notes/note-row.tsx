import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { BookPlace } from "~/reader/book/place";
import { useReader } from "~/reader/controller/reader-context";
import type { Annotation } from "~/services/contracts/annotations";
import { Icon } from "~/ui/icon";
import { MessageSquareText, Trash2, Undo2 } from "~/ui/icons";
import { changedAnnotation } from "./new-annotation";
import { NoteField } from "./note-editor";
import { StyleSample } from "./style-sample";

const round =
  "grid size-12 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-primary-tint focus-visible:outline-3 focus-visible:outline-focus";

type RowProps = {
  note: Annotation;
  /** Null if it is not found in this version of the book, or not looked for yet. */
  place: BookPlace | null;
  chapter: string | null;
  percent: number | null;
  isRemoved: boolean;
  onRemove(): void;
  onPutBack(): void;
  onChange(note: Annotation): void;
  /** Below the note. */
  children?: ReactNode;
};

/** A note in the list: leads to its place; can be changed, and removed until the list is closed. */
export function NoteRow({
  note,
  place,
  chapter,
  percent,
  isRemoved,
  onRemove,
  onPutBack,
  onChange,
  children,
}: RowProps) {
  const { t } = useTranslation("reader");
  const [isEdited, setEdited] = useState(false);
  const text = note.target.quote?.exact ?? t("notes.picture");
  const name = (note.note || text).replace(/\s+/g, " ").slice(0, 60);
  if (isRemoved) {
    return (
      <li className="flex items-center gap-1">
        <span
          role="status"
          className="min-w-0 flex-1 px-3 py-2 text-16 break-words text-ink-soft line-through"
          dir="auto"
        >
          {name}
        </span>
        <button
          // biome-ignore lint/a11y/noAutofocus: it replaces the button that was pressed, so the focus would be lost
          autoFocus
          type="button"
          aria-label={t("bookmark.put_back", { name })}
          className={round}
          onClick={onPutBack}
        >
          <Icon of={Undo2} className="size-5" />
        </button>
      </li>
    );
  }
  if (isEdited) {
    return (
      <li className="p-3">
        <NoteField
          annotation={note}
          onCancel={() => setEdited(false)}
          onSave={(changed) => {
            setEdited(false);
            if (changed !== note.note) onChange(changedAnnotation(note, { note: changed }));
          }}
        />
      </li>
    );
  }
  return (
    <li>
      <div className="flex items-start gap-1">
        <NoteSummary note={note} place={place} chapter={chapter} percent={percent} />
        <span className="flex flex-col">
          <button
            type="button"
            aria-label={t("notes.edit", { name })}
            className={round}
            onClick={() => setEdited(true)}
          >
            <Icon of={MessageSquareText} className="size-5" />
          </button>
          <button type="button" aria-label={t("bookmark.remove", { name })} className={round} onClick={onRemove}>
            <Icon of={Trash2} className="size-5" />
          </button>
        </span>
      </div>
      {children}
    </li>
  );
}

type SummaryProps = Pick<RowProps, "note" | "place" | "chapter" | "percent">;

/** What a note says and is about; leads to its place, if that is known. */
export function NoteSummary({ note, place, chapter, percent }: SummaryProps) {
  const { t } = useTranslation("reader");
  const { controller, send, book } = useReader();
  const content = (
    <>
      <span className="flex items-start gap-2">
        <StyleSample style={note.style} />
        <span className="sr-only">{t(`notes.style.${note.style}`)}</span>
        <span lang={book.language} dir="auto" className="line-clamp-3 min-w-0 flex-1 text-16 break-words">
          {note.target.quote?.exact ?? t("notes.picture")}
        </span>
      </span>
      {note.note && (
        <span className="mt-1 block text-16 font-semibold break-words whitespace-pre-line" dir="auto">
          {note.note}
        </span>
      )}
      <span className="mt-1 block text-14 text-ink-soft" dir="auto">
        {[chapter, percent === null ? null : t("percent", { percent })].filter(Boolean).join(" · ")}
      </span>
    </>
  );
  if (!place) return <div className="min-w-0 flex-1 px-3 py-2">{content}</div>;
  return (
    <button
      type="button"
      className="min-h-12 min-w-0 flex-1 rounded-control px-3 py-2 text-start hover:bg-primary-tint focus-visible:outline-3 focus-visible:outline-focus"
      onClick={() => {
        send({ type: "closed" });
        void controller?.navigation.goToPlace(place);
      }}
    >
      {content}
    </button>
  );
}
