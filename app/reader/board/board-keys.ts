/** Keys of the board that the reader does not have otherwise; pages turn by the reader's own keys. docs/product/reader.md#board. */

export type BoardAction =
  | "leave"
  | "nothing"
  | "black"
  | "light"
  | "pointer"
  | "curtain"
  | "voice"
  | "curtain_down"
  | "curtain_up";

type State = { isBlack: boolean; isCurtainDrawn: boolean };
type Pressed = Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey">;

/** @returns null for a key that is not the board's own */
export function boardActionOf(event: Pressed, { isBlack, isCurtainDrawn }: State): BoardAction | null {
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  const key = event.key.toLowerCase();
  // As in programs for presentations, any key ends the black screen, and does nothing else.
  if (isBlack) return ["shift", "control", "alt", "meta", "tab"].includes(key) ? null : "light";
  switch (key) {
    case "escape":
      return "leave";
    // The button of a presenter's clicker that begins a presentation: the page must not be reloaded.
    case "f5":
      return "nothing";
    case ".":
      return "black";
    case "p":
      return "pointer";
    case "c":
      return "curtain";
    case "v":
      return "voice";
    case "arrowdown":
      return isCurtainDrawn ? "curtain_down" : null;
    case "arrowup":
      return isCurtainDrawn ? "curtain_up" : null;
    default:
      return null;
  }
}

/** Share of the window's height by which a key moves the curtain. */
export const curtainStep = 0.1;

/** Limits the share of the window that is not covered to 0 to 1, without the errors of repeated additions. */
export function clampCurtain(open: number): number {
  return Math.min(1, Math.max(0, Math.round(open * 1000) / 1000));
}

/** The other one of two languages that are read aloud in turns; null if there is only one. */
export function otherVoice(offered: readonly string[], now: string, chosen: string | null): string | null {
  if (chosen !== null && chosen !== now && offered.includes(chosen)) return chosen;
  return offered.find((language) => language !== now) ?? null;
}
