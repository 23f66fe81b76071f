import { integer, jsonb, pgSchema, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Realm } from "~/realms/realm";
import type { MailValue } from "~/services/contracts/mail-table";

/** The table of due mails (migration 1090). */

const mail = pgSchema("mail");

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const dueMails = mail.table("due_mails", {
  id: uuid("id").primaryKey().defaultRandom(),
  realm: text("realm").$type<Realm>().notNull(),
  kind: text("kind").notNull(),
  key: text("key").notNull(),
  uid: uuid("uid"),
  address: text("address"),
  name: text("name"),
  values: jsonb("values").$type<Record<string, MailValue>>().notNull(),
  state: text("state").$type<"due" | "sent" | "withheld" | "undeliverable" | "failed">().notNull().default("due"),
  createdAt: moment("created_at").notNull().defaultNow(),
  dueAt: moment("due_at").notNull().defaultNow(),
  claimedAt: moment("claimed_at"),
  attempts: integer("attempts").notNull().default(0),
  sentAt: moment("sent_at"),
});
