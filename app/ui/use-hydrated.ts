import { useSyncExternalStore } from "react";

/** It changes once, by the hydration itself. */
const subscribe = () => () => undefined;

/**
 * False while a page is rendered on the server and in the first render of the browser, true from then on: whether its script runs.
 * What is opened later, by a link, is never without it.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
