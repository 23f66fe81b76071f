/** What waits in a browser to be sent. docs/product/reader.md#offline. */

/**
 * `mark`: the place in a book; `log`: the reading log; `event`: the activity stream; `answer`: drafts of submissions;
 * `bookmarks`: lists that were changed in an offline book, or could not be saved.
 * Each kind is a queue of its own: a kind that cannot be sent does not hold up the others.
 */
export const outboxKinds = ["mark", "log", "event", "answer", "bookmarks"] as const;
export type OutboxKind = (typeof outboxKinds)[number];

/** Whose entries they are: they are sent in this person's session alone, and for this profile where the account has profiles. */
export type OutboxOwner = { uid: string; profileId: string | null };

/** One queue: entries of one kind of one owner, sent in the order in which they were added. */
export type Lane = { owner: OutboxOwner; kind: OutboxKind };

export type NewEntry = {
  /** A UUID. The server takes an entry of one id once, so that a repeated call does no harm. */
  id: string;
  lane: Lane;
  /**
   * Names a state of which only the latest matters, such as the place in one book: an entry replaces one of the same lane and key that
   * was not sent yet, and takes its place at the end. Null: each entry is sent.
   */
  key: string | null;
  /** JSON. */
  payload: unknown;
  /** Milliseconds since 1970 by the device's clock, which may be wrong. */
  recordedAt: number;
};

/** @property order grows with each entry that is added in this browser */
export type OutboxEntry = NewEntry & { order: number };

/** Where entries wait. In the browser it is IndexedDB (indexed-db-entries.client.ts), which outlives tab, reload and sign-in. */
export type EntryStore = {
  /** @throws where the entry could not be stored, e.g. since the disk is full */
  add(entry: NewEntry): Promise<OutboxEntry>;
  /** The oldest entries of a lane, at most `limit`. */
  first(lane: Lane, limit: number): Promise<OutboxEntry[]>;
  remove(entries: readonly OutboxEntry[]): Promise<void>;
  count(lane: Lane): Promise<number>;
};

export const isSameOwner = (one: OutboxOwner, other: OutboxOwner): boolean =>
  one.uid === other.uid && one.profileId === other.profileId;
