import { bigint, pgSchema, text, timestamp } from "drizzle-orm/pg-core";
import type { Realm } from "~/realms/realm";

/** The outbox's table (migration 0230). */

const outbox = pgSchema("outbox");

export const messages = outbox.table("messages", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  realm: text("realm").$type<Realm>().notNull(),
  kind: text("kind").$type<"sms" | "mail">().notNull(),
  recipient: text("recipient").notNull(),
  subject: text("subject").notNull(),
  body: text("body").notNull(),
  html: text("html"),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});
