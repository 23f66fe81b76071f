import { pgSchema, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Realm } from "~/realms/realm";
import type { SavedListName } from "~/services/contracts/saved-lists";

/** Drizzle tables of migration 0140. */

const schema = pgSchema("lists");

export const views = schema.table("views", {
  id: uuid("id").primaryKey().defaultRandom(),
  realm: text("realm").$type<Realm>().notNull(),
  uid: uuid("uid").notNull(),
  list: text("list").$type<SavedListName>().notNull(),
  name: text("name").notNull(),
  query: text("query").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

export const columns = schema.table(
  "columns",
  {
    realm: text("realm").$type<Realm>().notNull(),
    uid: uuid("uid").notNull(),
    list: text("list").$type<SavedListName>().notNull(),
    columns: text("columns").array().notNull(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.uid, table.list] })],
);
