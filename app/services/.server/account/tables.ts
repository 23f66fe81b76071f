import { boolean, jsonb, pgSchema, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Realm } from "~/realms/realm";
import type { MailPreferences, NoticePreferences } from "~/services/contracts/account";
import type { ReaderPreferences } from "~/services/contracts/reader-preferences";

/** Tables of the account service (migrations 0231, 0500, 0601, 0831, 1091, 1140). */

const account = pgSchema("account");

const realm = () => text("realm").$type<Realm>().notNull();
const time = (name: string) => timestamp(name, { withTimezone: true });

export const settings = account.table(
  "settings",
  {
    realm: realm(),
    uid: uuid("uid").notNull(),
    /** The child of a family; the nil UUID for other readers. */
    profileId: uuid("profile_id").notNull(),
    reader: jsonb("reader").$type<ReaderPreferences>().notNull().default({}),
    notices: jsonb("notices").$type<NoticePreferences>().notNull().default({}),
    mails: jsonb("mails").$type<MailPreferences>().notNull().default({}),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.uid, table.profileId] })],
);

export const emailVerifications = account.table("email_verifications", {
  tokenHash: text("token_hash").primaryKey(),
  realm: realm(),
  uid: uuid("uid").notNull(),
  email: text("email").notNull(),
  isChange: boolean("is_change").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
  expiresAt: time("expires_at").notNull(),
  usedAt: time("used_at"),
});

export const passwordResets = account.table("password_resets", {
  tokenHash: text("token_hash").primaryKey(),
  realm: realm(),
  uid: uuid("uid").notNull(),
  email: text("email").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
  expiresAt: time("expires_at").notNull(),
  usedAt: time("used_at"),
});

export const restorations = account.table("restorations", {
  tokenHash: text("token_hash").primaryKey(),
  realm: realm(),
  uid: uuid("uid").notNull(),
  email: text("email").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
  expiresAt: time("expires_at").notNull(),
  usedAt: time("used_at"),
});

export const registrations = account.table(
  "registrations",
  {
    realm: realm(),
    uid: uuid("uid").notNull(),
    /** Digest of the token of the browser session that may order before the first login. */
    browserSession: text("browser_session"),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.realm, table.uid] })],
);
