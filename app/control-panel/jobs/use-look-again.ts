import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Milliseconds between two looks at work that goes on. */
const lookAgain = 1000;

/** Asks again while work goes on and the page is looked at. */
export function useLookAgain(isWanted: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isWanted || state !== "idle") return;
    const timer = setTimeout(() => {
      if (document.visibilityState === "visible") revalidate();
    }, lookAgain);
    return () => clearTimeout(timer);
  }, [isWanted, state, revalidate]);
}
