type LastInput = "key" | "mouse" | "touch";

/** The device's pointers: a tooltip names a shortcut, which is of no use without a keyboard. */
type Device = {
  /** The main pointer can hover. */
  canHover: boolean;
  /** Any pointer can hover. */
  hasMouse: boolean;
};

/**
 * Whether a focused button shows its tooltip. A device without hover is used by finger until a key is pressed; panels move the focus by
 * script, which a browser may show as if by key.
 */
export function mayShowOnFocus(last: LastInput | null, { canHover }: Pick<Device, "canHover">): boolean {
  return last === null ? canHover : last !== "touch";
}

/** Whether a button under the pointer shows its tooltip. Browsers may report a finger as a mouse on devices that have none. */
export function mayShowOnHover(pointerType: string, { hasMouse }: Pick<Device, "hasMouse">): boolean {
  return pointerType === "mouse" && hasMouse;
}

/** Whether a key press shows that there is a keyboard: text in a field may come from the one on the screen. */
export function isKeyboard(key: string, isInField: boolean): boolean {
  return key === "Tab" || !isInField;
}

let last: LastInput | null = null;

/** Records what the user operates the page with. @returns function that stops it */
export function watchInput(): () => void {
  const pressed = ({ pointerType }: PointerEvent) => {
    last = mayShowOnHover(pointerType, device()) ? "mouse" : "touch";
  };
  const typed = ({ key, target }: KeyboardEvent) => {
    const isInField = target instanceof Element && target.matches("input, textarea, [contenteditable=true]");
    if (isKeyboard(key, isInField)) last = "key";
  };
  window.addEventListener("pointerdown", pressed, true);
  window.addEventListener("keydown", typed, true);
  return () => {
    window.removeEventListener("pointerdown", pressed, true);
    window.removeEventListener("keydown", typed, true);
  };
}

function device(): Device {
  const matches = (query: string) => window.matchMedia(query).matches;
  return { canHover: matches("(hover: hover)"), hasMouse: matches("(any-hover: hover)") };
}

export function showsOnFocus(): boolean {
  return mayShowOnFocus(last, device());
}

export function showsOnHover(pointerType: string): boolean {
  return mayShowOnHover(pointerType, device());
}
