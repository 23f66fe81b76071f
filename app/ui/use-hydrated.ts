import { useEffect, useState } from "react";

/** False while a page is rendered on the server and in the first render of the browser, true from then on: whether its script runs. */
export function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return isHydrated;
}
