import { useSyncExternalStore } from "react";

/** No subscription needed: the value changes only once, at hydration. */
const subscribe = () => () => undefined;

/**
 * False during server rendering and in the browser's first render, true after hydration.
 * Components mounted later, by client-side navigation, get true at once.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
