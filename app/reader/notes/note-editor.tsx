import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { noteLength } from "~/services/contracts/annotation-values";
import type { Annotation } from "~/services/contracts/annotations";
import { Button } from "~/ui/button";

type EditorProps = { annotation: Annotation; onSave(note: string): void; onCancel(): void };

/** The field of a note. What was typed is not lost by Escape or Cancel before it is confirmed. */
export function NoteField({ annotation, onSave, onCancel }: EditorProps) {
  const { t } = useTranslation("reader");
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(annotation.note);
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    const { length } = field.current?.value ?? "";
    field.current?.focus();
    field.current?.setSelectionRange(length, length);
  }, []);
  const leave = () => (text === annotation.note || isLeaving ? onCancel() : setLeaving(true));
  const pressed = (event: KeyboardEvent) => {
    if (event.key === "Escape") leave();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSave(text.trim());
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field and its buttons
    <div onKeyDown={pressed}>
      {annotation.target.quote && (
        <p className="mb-2 line-clamp-2 border-s-3 border-line-strong ps-3 text-14 text-ink-soft" dir="auto">
          {annotation.target.quote.exact}
        </p>
      )}
      <label htmlFor={id} className="mb-2 block text-16 font-semibold">
        {t("notes.label")}
      </label>
      <textarea
        ref={field}
        id={id}
        dir="auto"
        rows={4}
        maxLength={noteLength}
        value={text}
        className="w-full rounded-control border border-line-strong bg-paper p-3 text-18 focus-visible:outline-3 focus-visible:outline-focus"
        onChange={(event) => {
          setText(event.currentTarget.value);
          setLeaving(false);
        }}
      />
      <p role="status" className="min-h-6 text-14 text-ink-soft">
        {isLeaving
          ? t("notes.not_saved_yet")
          : text.length > noteLength - 200
            ? t("notes.letters_left", { count: noteLength - text.length })
            : ""}
      </p>
      <div className="mt-1 flex justify-end gap-3">
        <Button type="button" variant="quiet" onClick={leave}>
          {t(isLeaving ? "notes.discard" : "bookmark.cancel")}
        </Button>
        <Button type="button" variant="primary" onClick={() => onSave(text.trim())}>
          {t("bookmark.save")}
        </Button>
      </div>
    </div>
  );
}

/** The field over the page, for a note that is written while reading. */
export function NoteEditor(props: EditorProps) {
  const { t } = useTranslation("reader");
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <aside
      aria-label={t("notes.write")}
      className="fixed inset-x-4 top-20 z-30 mx-auto max-h-[calc(100dvh-6rem)] max-w-md animate-appear overflow-y-auto rounded-card bg-raised p-4 text-ink shadow-high motion-reduce:animate-none"
    >
      <NoteField {...props} />
    </aside>
  );
}
