import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { lookAgain } from "./look-again";

/** Asks again while work goes on and the page is looked at. */
export function useLookAgain(isWanted: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isWanted || state !== "idle") return;
    return lookAgain(revalidate, () => document.visibilityState === "visible", isAnswered);
  }, [isWanted, state, revalidate]);
}

/** A page whose loaders fail is replaced by an error: while the product restarts, the page waits instead. */
async function isAnswered(): Promise<boolean> {
  const { status } = await fetch("/readyz", { cache: "no-store" });
  return status < 500;
}
