import { type MouseEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import { bookmarkName } from "~/reader/marks/bookmarks";
import { Button } from "~/ui/button";

const longestName = 200;

/** Prevents the blur, which would save the bookmark before Cancel's click event. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/**
 * Name field for a bookmark on the current page. The bookmark is saved on blur and whenever the field closes, except on
 * Escape and Cancel. docs/product/reader.md#validation.
 */
export function BookmarkField() {
  const { t } = useTranslation("reader");
  const { book, snapshot } = useReader();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const suggested = bookmarkName(book, snapshot.entry);
  const { end, cancel } = useNaming(field, suggested);
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
          if (event.key === "Escape") cancel();
          if (event.key === "Enter") event.currentTarget.blur();
        }}
        onBlur={(event) => {
          if (!buttons.current?.contains(event.relatedTarget)) end(true);
        }}
      />
      <p id={`${id}-hint`} className="mt-2 text-14 text-ink-soft pointer-coarse:sr-only">
        {t("bookmark.hint")}
      </p>
      {/* Touch users have no Enter and no Escape key. */}
      <div ref={buttons} className="mt-3 hidden justify-end gap-3 pointer-coarse:flex">
        <Button type="button" size="large" variant="quiet" onMouseDown={keepFocus} onClick={() => end(false)}>
          {t("bookmark.cancel")}
        </Button>
        <Button type="button" size="large" variant="primary" onMouseDown={keepFocus} onClick={() => end(true)}>
          {t("bookmark.save")}
        </Button>
      </div>
    </div>
  );
}

/** Saves the bookmark once, when the field ends or leaves the page, unless it was cancelled. The focus returns then. */
function useNaming(field: RefObject<HTMLInputElement>, suggested: string) {
  const { bookmarks, controller, send } = useReader();
  const [position] = useState(() => controller?.position);
  const isDone = useRef(false);

  const save = () => {
    if (isDone.current || !position) return;
    isDone.current = true;
    const name = field.current?.value.trim() || suggested;
    // A failure is shown in the drawer only. docs/product/reader.md#errors.
    void bookmarks
      ?.add({ id: crypto.randomUUID(), name: name.slice(0, longestName), position })
      .then((isSaved) => isSaved && controller?.notify("bookmark.saved"));
  };
  const end = (isWanted: boolean) => {
    if (isWanted) save();
    isDone.current = true;
    send({ type: "closed" });
  };
  const cancel = () => {
    isDone.current = true;
  };
  const latest = useRef(save);
  latest.current = save;

  useEffect(() => {
    const before = document.activeElement;
    field.current?.select();
    const input = field.current;
    return () => {
      // StrictMode unmounts and remounts in development, so only a field that has left the DOM is saved.
      queueMicrotask(() => {
        if (input?.isConnected) return;
        latest.current();
        if (before instanceof HTMLElement && document.activeElement === document.body) {
          before.focus({ preventScroll: true });
        }
      });
    };
  }, [field]);
  return { end, cancel };
}
