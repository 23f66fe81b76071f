import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { bookmarkName } from "~/reader/marks/bookmarks";
import { useReader } from "~/reader/reader-context";

const longestName = 200;

/**
 * Names the shown page. The bookmark is made when the field loses the focus, and however it closes but by Escape. docs/product/reader.md#validation.
 */
export function BookmarkField() {
  const { t } = useTranslation("reader");
  const { book, bookmarks, controller, snapshot, send } = useReader();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const suggested = bookmarkName(book, snapshot.entry);
  const [position] = useState(() => controller?.position);
  const isDone = useRef(false);

  const save = () => {
    if (isDone.current || !position) return;
    isDone.current = true;
    const name = field.current?.value.trim() || suggested;
    bookmarks?.add({ id: crypto.randomUUID(), name: name.slice(0, longestName), position });
    controller?.notify("bookmark.saved");
  };
  const latest = useRef(save);
  latest.current = save;

  useEffect(() => {
    const before = document.activeElement;
    field.current?.select();
    const input = field.current;
    return () => {
      // React takes a component off and puts it back in development: only a field that has left the page is done.
      queueMicrotask(() => {
        if (input?.isConnected) return;
        latest.current();
        if (before instanceof HTMLElement && document.activeElement === document.body) {
          before.focus({ preventScroll: true });
        }
      });
    };
  }, []);

  return (
    <div className="fixed inset-x-4 top-20 z-30 mx-auto max-w-md animate-appear rounded-card bg-raised p-4 text-ink shadow-high motion-reduce:animate-none">
      <label htmlFor={id} className="mb-2 block text-16 font-semibold">
        {t("bookmark.name")}
      </label>
      <input
        ref={field}
        id={id}
        dir="auto"
        maxLength={longestName}
        defaultValue={suggested}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        className="min-h-12 w-full rounded-control border border-line-strong bg-paper px-3 text-18 focus-visible:outline-3 focus-visible:outline-focus"
        onKeyDown={(event) => {
          if (event.key === "Escape") isDone.current = true;
          if (event.key === "Enter") event.currentTarget.blur();
        }}
        onBlur={() => {
          save();
          send({ type: "closed" });
        }}
      />
      <p id={`${id}-hint`} className="mt-2 text-14 text-ink-soft">
        {t("bookmark.hint")}
      </p>
    </div>
  );
}
