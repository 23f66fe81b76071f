import { useTranslation } from "react-i18next";
import { commandOf } from "~/reader/commands/commands";
import { useReader } from "~/reader/controller/reader-context";
import { isReadAloud } from "~/reader/narrated";
import { isScrolledItem } from "~/reader/view/spreads";
import { Icon } from "~/ui/icon";
import {
  ChevronLeft,
  ChevronRight,
  CornerRightDown,
  CornerUpLeft,
  Menu,
  Pause,
  Play,
  ZoomIn,
  ZoomOut,
} from "~/ui/icons";

/**
 * Large play button in the thumb's reach, for narrated books. Shown while the bars are hidden, until playback has
 * started once; always on frog books.
 */
export function BigPlay() {
  const { t } = useTranslation("reader");
  const store = useReader();
  const { book, snapshot, controller, isFrog, chrome } = store;
  // Turning pages by hand means that the user reads the text, so nothing may cover it.
  const isReading = book.kind === "reflowable" && snapshot.hasTurned;
  // A flowing book that opens in its middle fills the page with text.
  const isOnText = book.kind === "reflowable" && snapshot.percentage > 0;
  const isWanted = isFrog || (!snapshot.hasPlayed && !isReading && !chrome.areBarsShown);
  if (!isWanted || !isReadAloud(store) || snapshot.isRunning || chrome.drawer) return null;
  if (snapshot.status !== "shown" || snapshot.pageFault || snapshot.isEnded) return null;
  return (
    <button
      type="button"
      className="reader-play"
      // After a manual page turn the button must not cover pictures and words.
      data-aside={(snapshot.hasTurned && !isFrog) || undefined}
      data-in-margin={isOnText || undefined}
      aria-label={t("play")}
      onClick={() => void controller?.listen()}
    >
      <Icon of={Play} className={`fill-current stroke-[1.5] ${isOnText ? "ms-0.5 size-5" : "ms-1.5 size-12"}`} />
    </button>
  );
}

/** Pauses playback with one tap, also while the bars are hidden; books without a controls bar have no other pause control. */
export function PauseButton() {
  const { t } = useTranslation("reader");
  const { snapshot, controller, isFrog, chrome } = useReader();
  if (!snapshot.isRunning || (chrome.areBarsShown && !isFrog) || chrome.drawer) return null;
  return (
    <button type="button" className="reader-pause" aria-label={t("pause")} onClick={() => controller?.pause()}>
      <span>
        <Icon of={Pause} className="size-5 fill-current" />
      </span>
    </button>
  );
}

/**
 * Shows the bars where there is no mouse to move near them: on a narrated page full of text a tap reads, and only the margins answer with
 * the bars. It is in the margin above the words, which a document that the book declares as scrolled does not have; where the reader has
 * chosen to scroll, it lies over them.
 */
export function BarsButton() {
  const { t } = useTranslation("reader");
  const { book, snapshot, chrome, send } = useReader();
  const item = book.spine[snapshot.spineIndex];
  const { pages } = snapshot.settings.layout;
  if (item?.layout !== "reflowable" || (pages === "book" && isScrolledItem(item))) return null;
  if (chrome.areBarsShown || snapshot.status !== "shown" || snapshot.isEnded) return null;
  return (
    <button
      type="button"
      className="reader-show-bars"
      data-over-text={pages === "scrolled" || undefined}
      aria-label={t("show_controls")}
      onClick={() => send({ type: "bars-requested" })}
    >
      <Icon of={Menu} className="size-6" />
    </button>
  );
}

/** Zooms into pages that are drawn small: a picture book's landscape page on a phone has letters of a few pixels. Decision 25. */
export function ZoomButton() {
  const { t } = useTranslation("reader");
  const store = useReader();
  const { snapshot, chrome, isFrog } = store;
  const command = commandOf("enlarge");
  if (!command.isAvailable(store) || chrome.drawer) return null;
  if (!chrome.areBarsShown && !snapshot.isEnlarged && !isFrog) return null;
  return (
    <button
      type="button"
      className="reader-zoom"
      data-raised={(chrome.areBarsShown && !isFrog) || undefined}
      aria-label={t(command.label)}
      aria-pressed={snapshot.isEnlarged}
      onClick={() => command.run(store)}
    >
      <Icon of={snapshot.isEnlarged ? ZoomOut : ZoomIn} className="size-7" />
    </button>
  );
}

/**
 * Pill above the bar: while a table, list or similar is read aloud, it skips to the content after it; after a jump, it returns to the place
 * that was left.
 */
export function PlacePill() {
  const { t } = useTranslation("reader");
  const store = useReader();
  const [leave, goBack] = [commandOf("leave_part"), commandOf("go_back")];
  const command = leave.isAvailable(store) && store.chrome.areBarsShown ? leave : goBack;
  if (!command.isAvailable(store) || store.chrome.drawer || store.snapshot.isEnded) return null;
  return (
    <button
      type="button"
      className="reader-place-pill"
      data-raised={store.chrome.areBarsShown || undefined}
      onClick={() => command.run(store)}
    >
      <Icon of={command === leave ? CornerRightDown : CornerUpLeft} className="size-6" />
      {t(command.label)}
    </button>
  );
}

/** Page arrows at the sides. They stay visible on books without a controls bar. */
export function PageArrows() {
  const { t } = useTranslation("reader");
  const store = useReader();
  const { book, snapshot, chrome, isFrog } = store;
  const isLeftToRight = book.progression === "ltr";
  const isShown =
    snapshot.status === "shown" && (isFrog ? !snapshot.isRunning || chrome.areBarsShown : chrome.areBarsShown);
  const sides = [
    { side: "left", icon: ChevronLeft, command: commandOf(isLeftToRight ? "previous" : "next") },
    { side: "right", icon: ChevronRight, command: commandOf(isLeftToRight ? "next" : "previous") },
  ] as const;
  return (
    <>
      {sides.map(({ side, icon, command }) =>
        command.isAvailable(store) ? (
          <button
            key={side}
            type="button"
            data-shown={isShown || undefined}
            data-stays={isFrog || undefined}
            className={`reader-arrow reader-arrow-${side}`}
            aria-label={t(command.label)}
            onClick={() => command.run(store)}
          >
            <Icon of={icon} className="size-8" />
          </button>
        ) : null,
      )}
    </>
  );
}
