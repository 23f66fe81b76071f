import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  real,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { AccessibilityClaims } from "~/epub/accessibility-claims";
import type { Book } from "~/epub/book";
import type { IngestNote } from "~/epub/ingest/ingest-notes";
import type { Position } from "~/epub/progress";
import type { Realm } from "~/realms/realm";
import type { AnnotationStyle } from "~/services/contracts/annotation-values";
import type { AnnotationTarget } from "~/services/contracts/annotations";
import type { BookUpload } from "~/services/contracts/book-catalogue";
import type { BookDetails, Bookmark, ShelfBook } from "~/services/contracts/library";
import type { SavedWord } from "~/services/contracts/words";

const library = pgSchema("library");

/** The child profile of a family; the nil UUID for all other readers. */
const profileId = () => uuid("profile_id").notNull();

/** Shelf data without the fields that have their own column or are derived. */
export type ShelfRecord = Omit<ShelfBook, "id" | "version" | "title" | "coverUrl" | "series"> & {
  hasCover: boolean;
  // Absent in books that were added before these fields existed.
  series?: ShelfBook["series"];
  publisher?: BookDetails["publisher"];
  blurbs?: BookDetails["blurbs"];
  accessibility?: StoredAccessibility;
  /** Whether the file marks itself as a talking book. */
  isTalking?: boolean;
  /** Program and voice that made the narration; absent if people read it, or nobody. */
  computerVoice?: string;
};

/** What the package says; books of earlier releases have only the features and the summary until stored-accessibility.ts has read it. */
export type StoredAccessibility = Pick<AccessibilityClaims, "features"> &
  Partial<AccessibilityClaims> & { summary: string | null; summaries?: Record<string, string> };

export const books = library.table("books", {
  id: text().primaryKey(),
  version: text().notNull(),
  checksum: text().notNull(),
  title: text().notNull(),
  shelf: jsonb().$type<ShelfRecord>().notNull(),
  manifest: jsonb().$type<Book>().notNull(),
  /** Title and shelf from the file; null if the columns hold these values. */
  fromFile: jsonb("from_file").$type<{ title: string; shelf: ShelfRecord }>(),
  /** Overrides by a super user; catalogue/book-edits.ts. */
  edits: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  editVersion: integer("edit_version").notNull().default(1),
  addedAt: timestamp("added_at", { withTimezone: true }).notNull().defaultNow(),
});

export const catalogue = library.table(
  "catalogue",
  {
    realm: text().notNull(),
    bookId: text("book_id").notNull(),
    subscription: text().notNull().default(""),
    position: integer().notNull().default(0),
    isTalking: boolean("is_talking").notNull().default(false),
    isSample: boolean("is_sample").notNull().default(false),
    withdrawnAt: timestamp("withdrawn_at", { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.realm, table.bookId, table.subscription] })],
);

export const bookVersions = library.table(
  "book_versions",
  {
    bookId: text("book_id").notNull(),
    version: text().notNull(),
    fileName: text("file_name"),
    cover: text(),
    addedAt: timestamp("added_at", { withTimezone: true }).notNull().defaultNow(),
    replacedAt: timestamp("replaced_at", { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.version] })],
);

export const uploads = library.table("uploads", {
  id: uuid().primaryKey().defaultRandom(),
  realm: text().$type<Realm>().notNull(),
  uid: uuid().notNull(),
  actor: uuid(),
  fileName: text("file_name").notNull(),
  size: bigint({ mode: "number" }).notNull(),
  state: text().$type<BookUpload["state"]>().notNull().default("waiting"),
  done: real().notNull().default(0),
  reason: text(),
  /** The file of the archive because of which it was refused. */
  reasonPath: text("reason_path"),
  notes: jsonb().$type<IngestNote[]>().notNull().default([]),
  bookId: text("book_id"),
  isVersion: boolean("is_version").notNull().default(false),
  isSame: boolean("is_same").notNull().default(false),
  beatAt: timestamp("beat_at", { withTimezone: true }),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  endedAt: timestamp("ended_at", { withTimezone: true }),
});

export const signingKeys = library.table("signing_keys", {
  id: text().primaryKey(),
  privateKey: text("private_key").notNull(),
  publicKey: text("public_key").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

export const bookmarkLists = library.table(
  "bookmark_lists",
  {
    realm: text().$type<Realm>().notNull(),
    uid: uuid().notNull(),
    profileId: profileId(),
    bookId: text("book_id").notNull(),
    version: integer().notNull(),
    bookmarks: jsonb().$type<Bookmark[]>().notNull(),
    changedAt: timestamp("changed_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.uid, table.profileId, table.bookId] })],
);

export const annotations = library.table(
  "annotations",
  {
    realm: text().$type<Realm>().notNull(),
    uid: uuid().notNull(),
    profileId: profileId(),
    bookId: text("book_id").notNull(),
    id: uuid().notNull(),
    version: integer().notNull(),
    style: text().$type<AnnotationStyle>().notNull(),
    note: text().notNull(),
    target: jsonb().$type<AnnotationTarget>().notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    modifiedAt: timestamp("modified_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.uid, table.profileId, table.bookId, table.id] })],
);

export const dictionaries = library.table("dictionaries", {
  id: text().primaryKey(),
  fromLanguage: text("from_language").notNull(),
  toLanguage: text("to_language").notNull(),
  name: text().notNull(),
  licence: text().notNull(),
  url: text(),
  attribution: text().notNull(),
  addedAt: timestamp("added_at", { withTimezone: true }).notNull().defaultNow(),
});

export const savedWords = library.table(
  "saved_words",
  {
    realm: text().$type<Realm>().notNull(),
    uid: uuid().notNull(),
    profileId: profileId(),
    language: text().notNull(),
    key: text().notNull(),
    word: jsonb().$type<Omit<SavedWord, "language" | "created">>().notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.uid, table.profileId, table.language, table.key] })],
);

/** Migration 1255. */
export const noteSets = library.table("note_sets", {
  id: uuid().primaryKey(),
  realm: text().$type<Realm>().notNull(),
  bookId: text("book_id").notNull(),
  groupId: integer("group_id").notNull(),
  authorUid: uuid("author_uid").notNull(),
  title: text().notNull(),
  shownFrom: date("shown_from"),
  version: integer().notNull().default(1),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  changedAt: timestamp("changed_at", { withTimezone: true }).notNull().defaultNow(),
});

export const noteSetNotes = library.table(
  "note_set_notes",
  {
    setId: uuid("set_id").notNull(),
    id: uuid().notNull(),
    version: integer().notNull(),
    style: text().$type<AnnotationStyle>().notNull(),
    note: text().notNull(),
    target: jsonb().$type<AnnotationTarget>().notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    modifiedAt: timestamp("modified_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.setId, table.id] })],
);

export const hiddenNoteSets = library.table(
  "hidden_note_sets",
  { realm: text().$type<Realm>().notNull(), uid: uuid().notNull(), setId: uuid("set_id").notNull() },
  (table) => [primaryKey({ columns: [table.realm, table.uid, table.setId] })],
);

export const sharedNotes = library.table(
  "shared_notes",
  {
    realm: text().$type<Realm>().notNull(),
    uid: uuid().notNull(),
    bookId: text("book_id").notNull(),
    id: uuid().notNull(),
    groupIds: integer("group_ids").array().notNull(),
    style: text().$type<AnnotationStyle>().notNull(),
    note: text().notNull(),
    target: jsonb().$type<AnnotationTarget>().notNull(),
    sharedAt: timestamp("shared_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.uid, table.bookId, table.id] })],
);

export const lastMarks = library.table(
  "last_marks",
  {
    realm: text().$type<Realm>().notNull(),
    uid: uuid().notNull(),
    profileId: profileId(),
    bookId: text("book_id").notNull(),
    position: jsonb().$type<Position>().notNull(),
    progress: real().notNull(),
    markedAt: timestamp("marked_at", { withTimezone: true }).notNull().defaultNow(),
    hiddenAt: timestamp("hidden_at", { withTimezone: true }),
    /** Id of the opening that stored the mark. */
    opening: text(),
    /** An older position of another opening, which the one that stored the mark did not know; null if there is none. */
    otherPosition: jsonb("other_position").$type<Position>(),
    otherProgress: real("other_progress"),
    /** Id of the opening whose save found that the two differ. */
    otherOpening: text("other_opening"),
  },
  (table) => [primaryKey({ columns: [table.realm, table.uid, table.profileId, table.bookId] })],
);

export const ownBooks = library.table(
  "own_books",
  {
    realm: text().$type<Realm>().notNull(),
    uid: uuid().notNull(),
    profileId: profileId(),
    bookId: text("book_id").notNull(),
    addedAt: timestamp("added_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.uid, table.profileId, table.bookId] })],
);

export const schoolBooks = library.table(
  "school_books",
  {
    realm: text().$type<Realm>().notNull(),
    organizationId: integer("organization_id").notNull(),
    organizationUid: uuid("organization_uid").notNull(),
    bookId: text("book_id").notNull(),
    addedAt: timestamp("added_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.organizationId, table.bookId] })],
);

export const groupBooks = library.table(
  "group_books",
  {
    realm: text().$type<Realm>().notNull(),
    groupId: integer("group_id").notNull(),
    groupUid: uuid("group_uid").notNull(),
    bookId: text("book_id").notNull(),
    addedAt: timestamp("added_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.groupId, table.bookId] })],
);

export const withheldBooks = library.table(
  "withheld_books",
  {
    realm: text().$type<Realm>().notNull(),
    uid: uuid().notNull(),
    profileId: profileId(),
    bookId: text("book_id").notNull(),
    markedAt: timestamp("marked_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.uid, table.profileId, table.bookId] })],
);
