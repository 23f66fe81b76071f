/** Entries of the browser's outbox. docs/product/reader.md#offline. */

/**
 * `mark`: the position in a book; `log`: the reading log; `event`: the activity stream; `answer`: drafts of
 * submissions; `bookmarks`: lists that were changed in an offline book, or could not be saved; `annotations`: changed
 * highlights and notes; `words`: saved and removed words. Each kind is a separate queue, so that a kind that cannot be sent does not block the others.
 */
export const outboxKinds = ["mark", "log", "event", "answer", "bookmarks", "annotations", "words"] as const;
export type OutboxKind = (typeof outboxKinds)[number];

/** Owner of an entry: it is sent only in this user's session, and for this profile if the account has profiles. */
export type OutboxOwner = { uid: string; profileId: string | null };

/** One queue: entries of one kind of one owner, sent in the order in which they were added. */
export type Lane = { owner: OutboxOwner; kind: OutboxKind };

export type NewEntry = {
  /** A UUID. The server accepts an id once, so that a repeated call does no harm. */
  id: string;
  lane: Lane;
  /**
   * Names a state of which only the latest matters, such as the position in one book: an entry replaces an unsent one
   * of the same lane and key, and is added at the end. Null: each entry is sent.
   */
  key: string | null;
  /** JSON. */
  payload: unknown;
  /** Milliseconds since 1970 by the device's clock, which may be wrong. */
  recordedAt: number;
};

/** @property order increases with each entry added in this browser */
export type OutboxEntry = NewEntry & { order: number };

/** Storage of entries. In the browser it is IndexedDB (indexed-db-entries.client.ts), which outlives tab, reload and session. */
export type EntryStore = {
  /** @throws if the entry could not be stored, e.g. because the disk is full */
  add(entry: NewEntry): Promise<OutboxEntry>;
  /** The oldest entries of a lane, at most `limit`. */
  first(lane: Lane, limit: number): Promise<OutboxEntry[]>;
  remove(entries: readonly OutboxEntry[]): Promise<void>;
  count(lane: Lane): Promise<number>;
};

export const isSameOwner = (one: OutboxOwner, other: OutboxOwner): boolean =>
  one.uid === other.uid && one.profileId === other.profileId;
