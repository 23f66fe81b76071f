import { type BrowserOutbox, createBrowserOutbox } from "./browser-outbox";
import type { OneAtATime } from "./delivery-lane";
import { createIndexedDbEntries } from "./indexed-db-entries.client";
import { isSameOwner, type OutboxOwner } from "./outbox-entry";
import { senders } from "./senders.client";

const open: BrowserOutbox[] = [];

/** The outbox of a person (and profile), the same for all of a page. It begins to send what earlier pages left. */
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
  // A tablet that is laid aside may never come back to this page.
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && outbox.leave());
  outbox.resume();
  return outbox;
}

/** A UUID, version 4 (RFC 9562, section 5.4); `crypto.randomUUID` is missing over plain http. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    const value = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return value.toString(16).padStart(2, "0");
  }).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Web Locks let go when a tab crashes. Over plain http there are none; there the server alone sees to it that nothing counts twice. */
const oneAtATime: OneAtATime = async (name, work) => {
  if (!navigator.locks) {
    await work();
    return true;
  }
  return navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
    return lock !== null;
  });
};
