import { useEffect, useMemo } from "react";
import type { OutboxOwner } from "~/browser-outbox/outbox-entry";
import { useShellData } from "./shell-data";

/** Owner of the entries queued by a signed-in user's page; the same object until user or profile changes. */
export function useOutboxOwner(uid: string): OutboxOwner {
  const profileId = useShellData()?.user?.child?.id ?? null;
  return useMemo(() => ({ uid, profileId }), [uid, profileId]);
}

/**
 * Sends the entries that earlier pages of the user left, from every page. Nothing is sent during impersonation, since
 * it would be refused. Called once, by the root.
 */
export function useOutboxOfPage(): void {
  const shell = useShellData();
  const uid = shell?.user && !shell.user.actor ? shell.user.uid : null;
  const profileId = shell?.user?.child?.id ?? null;
  useEffect(() => {
    if (uid === null) return;
    let isOver = false;
    // Deferred, so that loading the outbox doesn't delay the page.
    const timer = setTimeout(() => {
      import("~/browser-outbox/open-outbox.client").then(
        ({ browserOutbox }) => isOver || browserOutbox({ uid, profileId }).resume(),
        // Loading fails offline, when nothing could be sent; the next page tries again.
        () => undefined,
      );
    }, 2000);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [uid, profileId]);
}
