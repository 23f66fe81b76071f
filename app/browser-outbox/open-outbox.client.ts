import { type BrowserOutbox, createBrowserOutbox } from "./browser-outbox";
import type { RunExclusively } from "./delivery-lane";
import { createIndexedDbEntries } from "./indexed-db-entries.client";
import { newId } from "./new-id";
import { isSameOwner, type OutboxOwner } from "./outbox-entry";
import { senders } from "./senders.client";

const open: BrowserOutbox[] = [];

/** The outbox of a user (and profile), one instance per page. It starts by sending entries of earlier pages. */
export function browserOutbox(owner: OutboxOwner): BrowserOutbox {
  const known = open.find((outbox) => isSameOwner(outbox.owner, owner));
  if (known) return known;
  const outbox = createBrowserOutbox(owner, {
    store: createIndexedDbEntries(),
    senders,
    oneAtATime,
    now: Date.now,
    newId,
  });
  open.push(outbox);
  window.addEventListener("online", outbox.retry);
  window.addEventListener("pagehide", outbox.leave);
  // A tablet that is put aside may never return to this page.
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && outbox.leave());
  outbox.resume();
  return outbox;
}

/** Web Locks are released when a tab crashes. They are unavailable over plain http; there only the server prevents duplicates. */
const oneAtATime: RunExclusively = async (name, work) => {
  if (!navigator.locks) {
    await work();
    return true;
  }
  return navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
    return lock !== null;
  });
};
