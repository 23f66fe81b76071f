import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type CommandId, commandOf } from "~/reader/commands/commands";
import { tooltipAfterKey, tooltipAfterLeave } from "~/reader/controller/chrome.machine";
import { useReader } from "~/reader/controller/reader-context";
import { Icon, type IconShape } from "~/ui/icon";
import { showsOnFocus, showsOnHover } from "./tooltip-input";

type IconButtonProps = {
  icon: IconShape;
  label: string;
  isDisabled?: boolean;
  isPressed?: boolean;
  isExpanded?: boolean;
  isBig?: boolean;
  hint?: string;
  /** Shows the label in the tooltip only, for places with many buttons side by side. */
  isBare?: boolean;
  /** A pointer press doesn't move the focus, so that the related field keeps it. */
  leavesFocus?: boolean;
  onPress(): void;
  children?: ReactNode;
};

/** A round button with its label below, and its shortcut in a tooltip. docs/product/reader.md#states (tooltip times). */
export function ReaderButton({ icon, label, isBig = false, isBare = false, hint, onPress, ...state }: IconButtonProps) {
  const { send } = useReader();
  const [isTooltipShown, setTooltipShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const hintId = useId();
  // If the button unmounts while its tooltip is shown, its hold on the bars is released.
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      send({ type: "released", by: hintId });
    },
    [send, hintId],
  );

  function showTooltip() {
    clearTimeout(timer.current);
    setTooltipShown(true);
    send({ type: "held", by: hintId });
  }
  function endAfter(milliseconds: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setTooltipShown(false);
      send({ type: "released", by: hintId });
    }, milliseconds);
  }

  const size = isBig
    ? "size-16 bg-primary text-on-primary hover:bg-primary-strong shadow-low"
    : `size-12 text-ink hover:bg-primary-tint hover:text-primary-strong ${isBare ? "" : "@min-[46rem]:-mb-1.5"}`;
  return (
    <span className="relative flex flex-col items-center">
      <button
        type="button"
        aria-label={label}
        aria-disabled={state.isDisabled || undefined}
        aria-pressed={state.isPressed}
        aria-expanded={state.isExpanded}
        aria-describedby={hint && isTooltipShown ? hintId : undefined}
        className={`grid shrink-0 place-items-center rounded-full transition-colors focus-visible:outline-3 focus-visible:outline-offset-2 focus-visible:outline-focus aria-disabled:opacity-35 aria-disabled:hover:bg-transparent aria-expanded:bg-primary-tint aria-expanded:text-primary-strong ${size}`}
        onClick={() => {
          if (!state.isDisabled) onPress();
        }}
        onMouseDown={(event) => state.leavesFocus && event.preventDefault()}
        onPointerEnter={(event) => showsOnHover(event.pointerType) && showTooltip()}
        onPointerLeave={(event) => event.pointerType === "mouse" && endAfter(tooltipAfterLeave)}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && showsOnFocus() && showTooltip()}
        onBlur={() => endAfter(0)}
        onKeyDown={() => isTooltipShown && endAfter(tooltipAfterKey)}
      >
        <Icon of={icon} className={isBig ? "size-8" : "size-6"} />
      </button>
      {!isBare && (
        <span aria-hidden className="hidden text-14 leading-4 text-ink-soft @min-[46rem]:block">
          {label}
        </span>
      )}
      {state.children}
      {hint && isTooltipShown && (
        <span
          ref={keepInReader}
          id={hintId}
          role="tooltip"
          className="pointer-events-none absolute top-full z-10 mt-1 w-max rounded-control bg-ink px-2 py-1 text-14 text-paper shadow-high"
        >
          {hint}
        </span>
      )}
    </span>
  );
}

/** Pixels between a tooltip and the edge of the reader. */
const tooltipMargin = 8;

/** Tooltips of buttons near the edge would overflow the reader, so they are shifted inwards. */
function keepInReader(tooltip: HTMLElement | null): void {
  const reader = tooltip?.closest("[data-reader]")?.getBoundingClientRect();
  if (!tooltip || !reader) return;
  tooltip.style.maxWidth = `${reader.width - 2 * tooltipMargin}px`;
  const { left, right } = tooltip.getBoundingClientRect();
  const shift = Math.max(reader.left + tooltipMargin - left, Math.min(0, reader.right - tooltipMargin - right));
  tooltip.style.translate = `${shift}px`;
}

type CommandButtonProps = Omit<IconButtonProps, "label" | "onPress" | "isDisabled" | "hint"> & {
  command: CommandId;
  label?: string;
};

/** A button bound to a command: label, shortcut, availability and action. */
export function CommandButton({ command: id, label, ...rest }: CommandButtonProps) {
  const { t } = useTranslation("reader");
  const store = useReader();
  const command = commandOf(id);
  const keys = command.shortcuts[0];
  const text = label ?? t(command.label);
  return (
    <ReaderButton
      {...rest}
      label={text}
      hint={keys ? `${text} (${keyNames(keys)})` : text}
      isDisabled={!command.isAvailable(store)}
      onPress={() => command.run(store)}
    />
  );
}

const symbols: Record<string, string> = {
  " ": "␣",
  arrowup: "↑",
  arrowdown: "↓",
  arrowleft: "←",
  arrowright: "→",
  escape: "Esc",
  enter: "↵",
  tab: "Tab",
  pageup: "PgUp",
  pagedown: "PgDn",
};

/** A shortcut with the symbols printed on keyboards. */
export function keyNames({ key, ctrl, alt }: { key: string; ctrl?: boolean; alt?: boolean }): string {
  return [ctrl && "Ctrl", alt && "Alt", symbols[key] ?? key.toUpperCase()].filter(Boolean).join(" + ");
}
