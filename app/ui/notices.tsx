import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type NoticeType, noticeIcons, noticeLook } from "./banner";
import { IconButton } from "./button";
import { classes } from "./classes";
import { Icon } from "./icon";
import { X } from "./icons";
import { noticeDuration } from "./notice.machine";
import { useNoticeClock } from "./use-notice-clock";

export type Notice = {
  type: NoticeType;
  /** Translated message. */
  message: string;
  /** For example a button to undo. */
  action?: ReactNode;
  /** ms; 4000 by default. */
  duration?: number;
};

type Notices = { show: (notice: Notice) => void; reset: () => void };

/** null without a provider; use `useNotices`, which throws in that case. */
export const NoticesContext = createContext<Notices | null>(null);

/** Functions to show a notice, replacing the current one, or to remove it. */
export function useNotices(): Notices {
  const notices = useContext(NoticesContext);
  if (!notices) throw new Error("useNotices needs a NoticeProvider around it");
  return notices;
}

/** `count` increases with each notice, and when a server-rendered one is hydrated. */
type DisplayedNotice = { notice: Notice; count: number };

type NoticeProviderProps = {
  children: ReactNode;
  /** Key of the page or step: the notice that arrived with one leaves with the next, unless it offers an action. */
  step?: string;
  /** A notice sent with the page; `id` distinguishes a new one from one already shown. */
  arrived?: (Notice & { id: string }) | null;
};

/** Renders notices; one provider wraps the whole page. */
export function NoticeProvider({ children, step, arrived }: NoticeProviderProps) {
  const [current, setCurrent] = useState<DisplayedNotice | null>(arrived ? { notice: arrived, count: 0 } : null);
  const count = useRef(0);
  const clock = useNoticeClock(() => setCurrent(null));

  const notices = useMemo<Notices>(
    () => ({
      show(next) {
        count.current += 1;
        setCurrent({ notice: next, count: count.current });
        clock.show(count.current, next.duration ?? noticeDuration);
      },
      reset: clock.dismiss,
    }),
    [clock],
  );

  const arrivedId = arrived?.id;
  const latest = useRef(arrived);
  latest.current = arrived;
  useEffect(() => {
    if (arrivedId !== undefined && latest.current) notices.show(latest.current);
  }, [arrivedId, notices]);

  const stepOf = useRef({ id: arrivedId, step });
  // A notice that a component shows stays, since it may report on the step that is just beginning.
  const leaves = current !== null && "id" in current.notice && current.notice.action === undefined;
  useEffect(() => {
    if (arrivedId !== undefined && arrivedId !== stepOf.current.id) stepOf.current = { id: arrivedId, step };
    else if (leaves && step !== stepOf.current.step) clock.end();
  }, [arrivedId, step, leaves, clock]);

  return (
    <NoticesContext.Provider value={notices}>
      {/* Before the page: without script the notice is above it and covers no control, only the top bar where the address has a fragment. */}
      <section
        aria-live={current?.notice.type === "error" ? "assertive" : "polite"}
        {...clock.holders}
        className="pointer-events-none fixed inset-x-0 bottom-20 z-50 flex justify-center px-4 narrow:bottom-8 noscript:sticky noscript:top-0 noscript:bottom-auto print:hidden"
      >
        {current && <NoticeCard {...current} onDismiss={notices.reset} />}
      </section>
      {children}
    </NoticesContext.Provider>
  );
}

const cardClasses =
  "pointer-events-auto flex max-w-xl max-sm:flex-wrap items-center gap-x-3 gap-y-2 rounded-cover border py-2 ps-4 pe-2 text-ink shadow-high";

/** Before hydration and without script the notice is a dialog element: its button closes it without script, and CSS hides it in time. */
function NoticeCard({ notice, count, onDismiss }: DisplayedNotice & { onDismiss: () => void }) {
  const { t } = useTranslation("ui");
  const type = t(`notice.${notice.type}`);
  const content = (
    <>
      <Icon of={noticeIcons[notice.type]} size={24} label={type} className="text-(--mark)" />
      {/* Keyed to be inserted again: screen readers announce only content that is added to a live region. */}
      <p key={count} className="min-w-0 flex-1 break-words font-semibold">
        {notice.message}
      </p>
      {/* On a phone below the text, which needs the width. */}
      {notice.action && <div className="shrink-0 max-sm:order-last max-sm:basis-full max-sm:ps-9">{notice.action}</div>}
    </>
  );
  if (count > 0) {
    return (
      <div className={classes(cardClasses, "animate-rise", noticeLook(notice.type))}>
        {content}
        <IconButton icon={X} label={t("close")} onClick={onDismiss} />
      </div>
    );
  }
  return (
    <dialog
      open
      aria-label={type}
      className={classes(
        cardClasses,
        "static m-0 noscript:my-2 focus-within:[animation-play-state:paused] hover:[animation-play-state:paused] not-open:hidden",
        notice.action ? "animate-rise-and-linger" : "animate-rise-and-leave",
        noticeLook(notice.type),
      )}
    >
      {content}
      <form method="dialog" className="flex">
        <IconButton icon={X} label={t("close")} type="submit" />
      </form>
    </dialog>
  );
}
