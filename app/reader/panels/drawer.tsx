import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import { Icon } from "~/ui/icon";
import { X } from "~/ui/icons";

/**
 * A panel that slides in from a side. It takes the focus when it opens, on its element with `data-focus-first` if it has
 * one, and returns it when it closes.
 */
export function Drawer({
  title,
  side,
  leavesPage = false,
  children,
}: {
  title: string;
  side: "start" | "end";
  /** On a phone the panel covers the lower part only, so that the page above previews the changes. */
  leavesPage?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation("reader");
  const { send } = useReader();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    (panel.current?.querySelector<HTMLElement>("[data-focus-first]") ?? panel.current)?.focus();
    return () => {
      // A jump into the book has moved the focus there already.
      const isInBook = document.activeElement instanceof HTMLIFrameElement;
      if (before instanceof HTMLElement && !isInBook) before.focus({ preventScroll: true });
    };
  }, []);
  const place = side === "start" ? "start-0 rounded-e-card" : "end-0 rounded-s-card";
  const below = leavesPage
    ? "max-[37.5rem]:start-0 max-[37.5rem]:top-[45dvh] max-[37.5rem]:w-full max-[37.5rem]:rounded-t-card max-[37.5rem]:rounded-b-none"
    : "";
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={title}
      className={`fixed inset-y-0 z-30 flex w-[min(22rem,88vw)] animate-appear flex-col bg-raised text-ink shadow-high outline-none motion-reduce:animate-none ${place} ${below}`}
    >
      <div className="flex min-h-16 items-center justify-between gap-2 border-b border-line ps-6 pe-2">
        <h2 className="text-22">{title}</h2>
        <button
          type="button"
          aria-label={t("close_panel")}
          className="grid size-12 place-items-center rounded-full hover:bg-primary-tint focus-visible:outline-3 focus-visible:outline-focus"
          onClick={() => send({ type: "closed" })}
        >
          <Icon of={X} className="size-6" />
        </button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-3">{children}</div>
    </aside>
  );
}
