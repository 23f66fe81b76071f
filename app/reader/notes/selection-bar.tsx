import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AnnotationStyle, annotationStyles } from "~/services/contracts/annotation-values";
import { Icon, type IconShape } from "~/ui/icon";
import { BookA, Copy, MessageSquareText, Trash2, Volume2 } from "~/ui/icons";
import type { SelectedText } from "./selected-text";
import { StyleSample } from "./style-sample";

/** Px between the selection and the bar, and between the bar and the window's edge. */
const [gap, margin] = [12, 8];

const button =
  "grid size-12 shrink-0 place-items-center rounded-control hover:bg-primary-tint focus-visible:outline-3 focus-visible:outline-focus aria-pressed:bg-primary-tint aria-pressed:outline-2 aria-pressed:outline-primary";

type BarProps = {
  bar: RefObject<HTMLElement>;
  box: SelectedText["box"];
  /** The style of the note that the selection is in; null if it is in none; undefined where nothing can be marked. */
  style: AnnotationStyle | null | undefined;
  onStyle(style: AnnotationStyle): void;
  onNote(): void;
  onRemove(): void;
  onCopy: (() => void) | null;
  onRead: (() => void) | null;
  /** Null unless a single word is selected. */
  onLookUp: (() => void) | null;
  onClose(): void;
  /** About the selected text, above the buttons. */
  children?: ReactNode;
};

/** What can be done with the selected text, beside it. docs/product/reader.md#highlights-and-notes. */
export function SelectionBar(props: BarProps) {
  const { bar, box, style, onStyle, onNote, onRemove, onCopy, onRead, onLookUp, onClose, children } = props;
  const { t } = useTranslation("reader");
  const place = usePlace(bar, box);
  const pressed = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Escape") onClose();
    else if (event.key === "ArrowRight" || event.key === "ArrowLeft") moveFocus(event);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <aside
      ref={bar}
      aria-label={t("notes.bar")}
      className="fixed z-30 flex max-w-[calc(100vw-1rem)] animate-appear flex-wrap gap-0.5 rounded-card bg-raised p-1 text-ink shadow-high motion-reduce:animate-none"
      style={place}
      onKeyDown={pressed}
      // The press would end the selection.
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
      {style !== undefined &&
        annotationStyles.map((each) => (
          <button
            key={each}
            type="button"
            aria-label={t(`notes.style.${each}`)}
            title={t(`notes.style.${each}`)}
            aria-pressed={style === each}
            className={button}
            onClick={() => onStyle(each)}
          >
            <StyleSample style={each} />
          </button>
        ))}
      {style !== undefined && <BarButton icon={MessageSquareText} label={t("notes.write")} onPress={onNote} />}
      {onCopy && <BarButton icon={Copy} label={t("notes.copy")} onPress={onCopy} />}
      {onRead && <BarButton icon={Volume2} label={t("notes.read")} onPress={onRead} />}
      {onLookUp && <BarButton icon={BookA} label={t("words.look_up")} onPress={onLookUp} />}
      {style && <BarButton icon={Trash2} label={t("notes.remove")} onPress={onRemove} />}
    </aside>
  );
}

function BarButton({ icon, label, onPress }: { icon: IconShape; label: string; onPress(): void }) {
  return (
    <button type="button" aria-label={label} title={label} className={button} onClick={onPress}>
      <Icon of={icon} className="size-6" />
    </button>
  );
}

/** Below the selection, above it where there is no room, else at the bottom of the window. */
function usePlace(bar: RefObject<HTMLElement>, box: SelectedText["box"]): { left: number; top: number } {
  const [place, setPlace] = useState({ left: margin, top: -1000 });
  const { left, right, top, bottom } = box;
  useLayoutEffect(() => {
    if (!bar.current) return;
    const { offsetWidth: width, offsetHeight: height } = bar.current;
    const below = bottom + gap;
    const above = top - gap - height;
    const lowest = window.innerHeight - height - margin;
    const middle = (left + right) / 2 - width / 2;
    setPlace({
      left: Math.max(margin, Math.min(window.innerWidth - width - margin, middle)),
      top: below <= lowest ? Math.max(margin, below) : above >= margin ? above : lowest,
    });
  }, [bar, left, right, top, bottom]);
  return place;
}

function moveFocus({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  const buttons = Array.from(currentTarget.querySelectorAll("button"));
  const isForward = (key === "ArrowRight") === (getComputedStyle(currentTarget).direction !== "rtl");
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement) + (isForward ? 1 : -1);
  buttons[(at + buttons.length) % buttons.length]?.focus();
}
