import type { Position } from "~/epub/progress";
import type { Annotation } from "~/services/contracts/annotations";
import type { Bookmark } from "~/services/contracts/library";
import type { SavedWord } from "~/services/contracts/words";

/** Data of an offline book, and the rules for opening it. Pure. docs/product/reader.md#offline; docs/product/choices.md#offline. */

/** Reader on this device: a user and, if the account has profiles, the child. */
export type OfflineBookReader = { uid: string; profileId: string | null };

/** Settings of the last signed-in user for the offline page. */
export type DeviceHolder = OfflineBookReader & {
  /** BCP 47, the interface language. */
  language: string;
  theme: "system" | "light" | "dark";
};

/**
 * A book that was downloaded, or is being downloaded. Its files are in a separate cache (offline-address.ts), whose
 * name reveals neither book nor user.
 */
export type OfflineBook = OfflineBookReader & {
  /** A UUID: the only identifier of the book in URLs and cache names. */
  offlineId: string;
  bookId: string;
  version: string;
  /** `loading`: its files are being downloaded; removed if a crash left it unfinished. */
  state: "loading" | "ready";
  title: string;
  language: string;
  authors: string[];
  /** Path of the cover in the book; null if it has none. */
  cover: string | null;
  /** Bytes of all files. */
  size: number;
  /** The packed book, as in the reader page's loader data. */
  book: string;
  /** Path of the locations file in the book; null if it has none. */
  locations: string | null;
  /** Whether the user's positions, bookmarks and notes are stored: not for shared accounts. */
  keepsPlace: boolean;
  lastMark: Position | null;
  bookmarks: Bookmark[];
  /** Highlights and notes; absent in a copy that was downloaded before there were any. */
  annotations?: Annotation[];
  /** The reader's saved words, of all books; absent in a copy that was downloaded before there were any. */
  savedWords?: SavedWord[];
  /** Whether words are explained, and may be saved; absent in older copies. */
  mayUseWords?: boolean;
  /** Time at which the server last confirmed the permission to read: milliseconds since 1970 by the device's clock. */
  checkedAt: number;
};

const day = 24 * 60 * 60 * 1000;

/** Milliseconds for which an offline book can be opened after the last confirmation. */
export const longestOffline = 30 * day;
/** Milliseconds between checks while online. */
export const checkEvery = day;
/** A corrected clock may be this far before the last check; a larger difference is not trusted. */
const clockTolerance = 2 * day;

export const isSameHolder = (one: OfflineBookReader | null, other: OfflineBookReader | null): boolean =>
  one !== null && other !== null && one.uid === other.uid && one.profileId === other.profileId;

/**
 * Whether an offline book opens for the current user. `ask`: the server must confirm first, because the last check is
 * too old or the clock is not plausible; `hidden`: it belongs to another user, or is incomplete.
 */
export function accessTo(book: OfflineBook, holder: OfflineBookReader | null, now: number): "open" | "ask" | "hidden" {
  if (!isSameHolder(book, holder) || book.state !== "ready") return "hidden";
  const since = now - book.checkedAt;
  return since >= -clockTolerance && since < longestOffline ? "open" : "ask";
}

/** Whether the permission to read should be checked with the server now. */
export function isCheckDue({ checkedAt }: Pick<OfflineBook, "checkedAt">, now: number): boolean {
  const since = now - checkedAt;
  return since >= checkEvery || since < -clockTolerance;
}

/**
 * Interprets the server's response: `remove`: the permission is lost; `later`: the response does not tell, e.g. because
 * no user is signed in.
 */
export function afterCheck(status: number): "stay" | "remove" | "later" {
  if (status >= 200 && status < 300) return "stay";
  return status === 403 || status === 404 ? "remove" : "later";
}

/** Days left until the server must confirm, for display; at least 1 while the book opens. */
export function daysLeft({ checkedAt }: Pick<OfflineBook, "checkedAt">, now: number): number {
  return Math.max(0, Math.ceil((checkedAt + longestOffline - now) / day));
}
