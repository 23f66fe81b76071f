import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { intervalAfter, pollOnce } from "./polling";

/** Revalidates the page while a job runs and the page is visible. */
export function usePolling(isWanted: boolean): void {
  const { revalidate, state } = useRevalidator();
  const polls = useRef(0);
  useEffect(() => {
    if (!isWanted) polls.current = 0;
    if (!isWanted || state !== "idle") return;
    const poll = () => {
      polls.current += 1;
      revalidate();
    };
    return pollOnce(poll, () => document.visibilityState === "visible", isReady, intervalAfter(polls.current));
  }, [isWanted, state, revalidate]);
}

/** A loader error would replace the page, so polling waits while the app restarts. */
async function isReady(): Promise<boolean> {
  const { status } = await fetch("/readyz", { cache: "no-store" });
  return status < 500;
}
