import { useEffect, useMemo } from "react";
import { useShellData } from "~/shell/shell-data";
import type { OutboxOwner } from "./outbox-entry";

/** For whom a page of somebody signed in queues what it has to send; the same object while nobody else reads. */
export function useOutboxOwner(uid: string): OutboxOwner {
  const profileId = useShellData()?.user?.child?.id ?? null;
  return useMemo(() => ({ uid, profileId }), [uid, profileId]);
}

/**
 * Sends what earlier pages of the person left, from every page. While somebody acts as another nothing is sent: it would be refused as
 * theirs. Called once, by the root.
 */
export function useOutboxOfPage(): void {
  const shell = useShellData();
  const uid = shell?.user && !shell.user.actor ? shell.user.uid : null;
  const profileId = shell?.user?.child?.id ?? null;
  useEffect(() => {
    if (uid === null) return;
    let isOver = false;
    // The page itself comes first, and what the outbox is made of is not loaded before.
    const timer = setTimeout(() => {
      import("./open-outbox.client").then(
        ({ browserOutbox }) => isOver || browserOutbox({ uid, profileId }).resume(),
        // Without a network there is nothing to be sent to: the next page tries.
        () => undefined,
      );
    }, 2000);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [uid, profileId]);
}
