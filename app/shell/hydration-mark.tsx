import { useEffect } from "react";

/**
 * Sets `data-hydrated` on the `<html>` element once React handles the part of the page that this component is in: before that, a click
 * does what the browser does without script. It must be inside the page's Suspense boundary, which is hydrated after what surrounds it.
 */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
  }, []);
  return null;
}
