import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { lookAgain, pauseAfter } from "./look-again";

/** Asks again while work goes on and the page is looked at. */
export function useLookAgain(isWanted: boolean): void {
  const { revalidate, state } = useRevalidator();
  const looks = useRef(0);
  useEffect(() => {
    if (!isWanted) looks.current = 0;
    if (!isWanted || state !== "idle") return;
    const look = () => {
      looks.current += 1;
      revalidate();
    };
    return lookAgain(look, () => document.visibilityState === "visible", isAnswered, pauseAfter(looks.current));
  }, [isWanted, state, revalidate]);
}

/** A page whose loaders fail is replaced by an error: while the product restarts, the page waits instead. */
async function isAnswered(): Promise<boolean> {
  const { status } = await fetch("/readyz", { cache: "no-store" });
  return status < 500;
}
