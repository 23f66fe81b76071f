/** Sent to the stage once the reader shows the book and answers keys itself. */
export const readerHydrated = "reader-hydrated";

/** Who presses more than this before the reader is there is not reading. */
const mostKeys = 8;

/**
 * Keeps the keys that are pressed while the first page stands there and the reader does not, and presses them again, in their order, once
 * it does: a page turn asked for early is not lost. Decision 17.
 */
export function holdKeys(stage: HTMLElement): void {
  const presses: KeyboardEvent[] = [];
  const keep = (event: KeyboardEvent) => {
    if (!event.repeat && presses.length < mostKeys) presses.push(event);
  };
  const pressAgain = () => {
    removeEventListener("keydown", keep, true);
    for (const event of presses) document.body.dispatchEvent(new KeyboardEvent("keydown", pressed(event)));
  };
  // In the capturing phase: entry.client.tsx holds events back after it while the page is hydrated.
  addEventListener("keydown", keep, true);
  stage.addEventListener(readerHydrated, pressAgain, { once: true });
}

function pressed(event: KeyboardEvent): KeyboardEventInit {
  const { key, code, altKey, ctrlKey, metaKey, shiftKey } = event;
  const modifierAltGraph = event.getModifierState("AltGraph");
  return { key, code, altKey, ctrlKey, metaKey, shiftKey, modifierAltGraph, bubbles: true, cancelable: true };
}
