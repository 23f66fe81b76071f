import { type MutableRefObject, useCallback, useRef } from "react";
import type { ReaderStore } from "~/reader/controller/reader-context";
import { belongsToControl, belongsToPanel, commandForKey } from "./commands";

/**
 * Runs the commands of pressed keys in the latest state; `press` keeps its identity. Nothing is handled until
 * `isHandling` is set: without a shown page there is nothing to turn from, so the first-page program holds key presses
 * until then and dispatches them all at once.
 */
export function useKeyPresses(store: ReaderStore): {
  press(event: KeyboardEvent): void;
  isHandling: MutableRefObject<boolean>;
} {
  const isHandling = useRef(false);
  const latest = useRef(store);
  latest.current = store;
  const press = useCallback((event: KeyboardEvent) => {
    if (isHandling.current) pressKey(latest.current, event);
  }, []);
  return { press, isHandling };
}

function pressKey(store: ReaderStore, event: KeyboardEvent): void {
  const node = event.target as Element | null;
  // Elements of a frame belong to another window, so `instanceof` would not recognise them.
  const target = node?.nodeType === 1 ? node : null;
  if (event.defaultPrevented || belongsToControl(event, target) || belongsToPanel(event, target)) return;
  const command = commandForKey(event);
  if (!command?.isAvailable(store)) return;
  if (!command.isAlsoTheBrowsers) event.preventDefault();
  command.run(store);
}
