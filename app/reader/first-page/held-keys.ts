/** Dispatched on the stage once the reader shows the book and handles keys itself. */
export const readerHydrated = "reader-hydrated";

/** More key presses than this before hydration are not page turns, so the rest is dropped. */
const maxKeys = 8;

/**
 * Records the keys pressed while only the first page is shown, and dispatches them again in order once the reader is hydrated, so
 * that an early page turn is not lost. Decision 17.
 */
export function holdKeys(stage: HTMLElement): void {
  const presses: KeyboardEvent[] = [];
  const keep = (event: KeyboardEvent) => {
    if (!event.repeat && presses.length < maxKeys) presses.push(event);
  };
  const pressAgain = () => {
    removeEventListener("keydown", keep, true);
    for (const event of presses) document.body.dispatchEvent(new KeyboardEvent("keydown", pressed(event)));
  };
  // In the capture phase: entry.client.tsx stops events in a later listener while the page is hydrated.
  addEventListener("keydown", keep, true);
  stage.addEventListener(readerHydrated, pressAgain, { once: true });
}

function pressed(event: KeyboardEvent): KeyboardEventInit {
  const { key, code, altKey, ctrlKey, metaKey, shiftKey } = event;
  const modifierAltGraph = event.getModifierState("AltGraph");
  return { key, code, altKey, ctrlKey, metaKey, shiftKey, modifierAltGraph, bubbles: true, cancelable: true };
}
