import { type ReactNode, type RefObject, useEffect, useRef, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { foldedAfterDrag, isDrag } from "~/reader/submissions/sheet-drag";
import { Icon } from "~/ui/icon";
import { ArrowLeft, X } from "~/ui/icons";

/** Widths of the class xs. docs/product/reader.md#screens (Layout). */
const xs = "(max-width: 599.98px)";

/** Whether the window is as narrow as a phone's. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(watchWidth, () => window.matchMedia(xs).matches);
}

function watchWidth(changed: () => void): () => void {
  const query = window.matchMedia(xs);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

type SubmissionSheetProps = {
  title: string;
  isFolded: boolean;
  fold(isFolded: boolean): void;
  /** Omitted if there is no list to go back to. */
  goBack: (() => void) | null;
  close(): void;
  children: ReactNode;
};

/**
 * The form of a submission on a phone: over the book, as wide as the window. Folded to its handle it leaves book and list side by side;
 * what was typed remains. docs/product/reader.md#screens (Submissions panel).
 */
export function SubmissionSheet({ title, isFolded, fold, goBack, close, children }: SubmissionSheetProps) {
  const { t } = useTranslation("submissions");
  const sheet = useRef<HTMLDivElement>(null);
  const handle = useHandle(isFolded, fold);
  useKeyboard(sheet);
  return (
    <div
      ref={sheet}
      data-folded={isFolded || undefined}
      className="submission-sheet flex flex-col rounded-t-card border-t border-line bg-raised text-ink shadow-high"
    >
      <div className="flex shrink-0 items-center border-b border-line px-1">
        {goBack && !isFolded && (
          <button
            type="button"
            aria-label={t("all")}
            className="grid size-12 shrink-0 place-items-center rounded-full hover:bg-primary-tint focus-visible:outline-3 focus-visible:outline-focus"
            onClick={goBack}
          >
            <Icon of={ArrowLeft} className="size-6" />
          </button>
        )}
        <h3 className="min-w-0 flex-1 text-16">
          <button
            type="button"
            aria-expanded={!isFolded}
            className="submission-handle w-full rounded-control px-2 font-semibold focus-visible:outline-3 focus-visible:outline-focus"
            {...handle}
          >
            <span className="block truncate" dir="auto">
              {title}
            </span>
          </button>
        </h3>
        {!isFolded && (
          <button
            type="button"
            aria-label={t("close")}
            className="grid size-12 shrink-0 place-items-center rounded-full hover:bg-primary-tint focus-visible:outline-3 focus-visible:outline-focus"
            onClick={close}
          >
            <Icon of={X} className="size-6" />
          </button>
        )}
      </div>
      <div className="@container min-h-0 flex-1 overflow-y-auto overscroll-contain p-4" hidden={isFolded}>
        {children}
      </div>
    </div>
  );
}

/** A press, or a drag up or down, folds and unfolds (WCAG 2.2, 2.5.7). */
function useHandle(isFolded: boolean, fold: (isFolded: boolean) => void) {
  const from = useRef<number | null>(null);
  const hasDragged = useRef(false);
  return {
    onPointerDown: (event: React.PointerEvent) => {
      from.current = event.clientY;
      hasDragged.current = false;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerUp: (event: React.PointerEvent) => {
      if (from.current === null) return;
      const by = event.clientY - from.current;
      from.current = null;
      hasDragged.current = isDrag(by);
      if (hasDragged.current) fold(foldedAfterDrag(isFolded, by));
    },
    onPointerCancel: () => {
      from.current = null;
    },
    onClick: () => {
      if (!hasDragged.current) fold(!isFolded);
      hasDragged.current = false;
    },
  };
}

/**
 * Keeps the sheet above the on-screen keyboard, which covers the lower part of the window without resizing it, and the focused field in
 * view. The book beneath is not laid out again.
 */
function useKeyboard(sheet: RefObject<HTMLElement>): void {
  useEffect(() => {
    const visible = window.visualViewport;
    if (!visible) return;
    const follow = () => {
      const element = sheet.current;
      // Pinched pages are smaller than the window too.
      if (!element || visible.scale > 1.01) return;
      const covered = Math.max(0, Math.round(window.innerHeight - visible.height - visible.offsetTop));
      const isCovered = covered > 80;
      element.toggleAttribute("data-typing", isCovered);
      element.style.setProperty("--keyboard", `${isCovered ? covered : 0}px`);
      element.style.setProperty("--visible", `${Math.round(visible.height)}px`);
      const field = document.activeElement;
      if (isCovered && field && element.contains(field)) field.scrollIntoView({ block: "nearest" });
    };
    follow();
    visible.addEventListener("resize", follow);
    visible.addEventListener("scroll", follow);
    return () => {
      visible.removeEventListener("resize", follow);
      visible.removeEventListener("scroll", follow);
    };
  }, [sheet]);
}
