/**
 * Events on which React hydrates their target synchronously. Remix reads the page's data within its first render and suspends at the
 * root meanwhile: such an event in that moment makes React give up (its error 345) and leaves the page without script.
 */
const eager = [
  "keydown",
  "keypress",
  "keyup",
  "input",
  // Chromium and WebKit send it with each typed character, beside `input`; its name is in camel case.
  "textInput",
  "change",
  "submit",
  "click",
  "dblclick",
  "auxclick",
  "contextmenu",
];
const pointers = [
  "mousedown",
  "mouseup",
  "pointerdown",
  "pointerup",
  "pointercancel",
  "touchstart",
  "touchend",
  "touchcancel",
];
const others = ["compositionstart", "compositionend", "copy", "cut", "paste", "dragstart", "dragend", "drop", "reset"];

/**
 * Stops these events before they reach React, which listens on the document; the browser's default action still happens.
 * @returns removes the listeners
 */
export function holdEvents(window: Pick<Window, "addEventListener" | "removeEventListener">): () => void {
  const hold = (event: Event) => event.stopImmediatePropagation();
  const names = [...eager, ...pointers, ...others];
  for (const name of names) window.addEventListener(name, hold, { capture: true });
  return () => {
    for (const name of names) window.removeEventListener(name, hold, { capture: true });
  };
}
