import { integer, jsonb, pgSchema, primaryKey, real, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Book } from "~/epub/book";
import type { Position } from "~/epub/progress";
import type { Realm } from "~/realms/realm";
import type { BookDetails, Bookmark, ShelfBook } from "~/services/contracts/library";

const library = pgSchema("library");

/** The child of a family who reads; the nil UUID for everybody else. */
const profileId = () => uuid("profile_id").notNull();

/** What shelves show, less what has a column or an address of its own. */
export type ShelfRecord = Omit<ShelfBook, "id" | "version" | "title" | "coverUrl" | "series"> & {
  hasCover: boolean;
  // Books that were added before these were read have none of them.
  series?: ShelfBook["series"];
  publisher?: BookDetails["publisher"];
  accessibility?: BookDetails["accessibility"];
};

export const books = library.table("books", {
  id: text().primaryKey(),
  version: text().notNull(),
  checksum: text().notNull(),
  title: text().notNull(),
  shelf: jsonb().$type<ShelfRecord>().notNull(),
  manifest: jsonb().$type<Book>().notNull(),
  addedAt: timestamp("added_at", { withTimezone: true }).notNull().defaultNow(),
});

export const catalogue = library.table(
  "catalogue",
  {
    realm: text().notNull(),
    bookId: text("book_id").notNull(),
    subscription: text().notNull().default(""),
    position: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.realm, table.bookId, table.subscription] })],
);

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
    /** Which opening of the book made it. */
    opening: text(),
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
