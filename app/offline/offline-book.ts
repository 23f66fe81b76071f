import type { Position } from "~/epub/progress";
import type { Bookmark } from "~/services/contracts/library";

/** What lies on a device of a kept book, and when it may be read there. Pure. docs/product/reader.md#offline; docs/product/choices.md#offline. */

/** Who reads on this device: a person and, where the account has profiles, the child who reads. */
export type Holder = { uid: string; profileId: string | null };

/** What the offline page needs to know of whoever was last signed in here. */
export type DeviceHolder = Holder & {
  /** BCP 47, as the pages around the books were written. */
  language: string;
  theme: "system" | "light" | "dark";
};

/** A book that was kept, or is being kept. Its files lie in a cache of its own (offline-address.ts), which names neither book nor person. */
export type OfflineBook = Holder & {
  /** A UUID: the only name of the book in addresses and caches. */
  offlineId: string;
  bookId: string;
  version: string;
  /** `loading`: its files are on their way; what a crash left so is removed. */
  state: "loading" | "ready";
  title: string;
  language: string;
  authors: string[];
  /** Path of the cover in the book; null where it has none. */
  cover: string | null;
  /** Bytes of all files. */
  size: number;
  /** The book's shape, packed as the reader page gets it. */
  book: string;
  /** Path of the counted locations in the book; null where nobody counted. */
  locations: string | null;
  /** Whether the reader's positions and bookmarks are stored: not for shared accounts. */
  keepsPlace: boolean;
  lastMark: Position | null;
  bookmarks: Bookmark[];
  /** When the server last confirmed the right to read: milliseconds since 1970 by the device's clock. */
  checkedAt: number;
};

const day = 24 * 60 * 60 * 1000;

/** How long an offline book opens after the last confirmation. */
export const longestOffline = 30 * day;
/** The interval of checks with a network. */
export const checkEvery = day;
/** A clock that was put right may lie before the last check by this much; further back it is not trusted. */
const clockTolerance = 2 * day;

export const isSameHolder = (one: Holder | null, other: Holder | null): boolean =>
  one !== null && other !== null && one.uid === other.uid && one.profileId === other.profileId;

/**
 * Whether a kept book opens for whoever holds the device: `ask`: the server has to be asked first, since that was too long ago, or the
 * clock does not tell how long; `hidden`: it is somebody else's, or not whole.
 */
export function accessTo(book: OfflineBook, holder: Holder | null, now: number): "open" | "ask" | "hidden" {
  if (!isSameHolder(book, holder) || book.state !== "ready") return "hidden";
  const since = now - book.checkedAt;
  return since >= -clockTolerance && since < longestOffline ? "open" : "ask";
}

/** Whether the server should be asked now whether the book may still be read. */
export function isCheckDue({ checkedAt }: Pick<OfflineBook, "checkedAt">, now: number): boolean {
  const since = now - checkedAt;
  return since >= checkEvery || since < -clockTolerance;
}

/**
 * The meaning of the server's response: `remove`: the right is lost; `later`: the response says nothing about the right, e.g.
 * since nobody is signed in.
 */
export function afterCheck(status: number): "stay" | "remove" | "later" {
  if (status >= 200 && status < 300) return "stay";
  return status === 403 || status === 404 ? "remove" : "later";
}

/** Days left until the server has to be asked, for the reader to see; at least 1 while the book opens. */
export function daysLeft({ checkedAt }: Pick<OfflineBook, "checkedAt">, now: number): number {
  return Math.max(0, Math.ceil((checkedAt + longestOffline - now) / day));
}
