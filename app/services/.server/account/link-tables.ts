import { sql } from "drizzle-orm";
import type { LinkTable, MailedLink } from "./mailed-links";

/** The kinds of links that are mailed. */

/** Confirms an address; with `isChange`, one that replaces the person's present address. */
export type Verification = MailedLink & { isChange: boolean };

/** Validity of a verification in hours. */
export const linkHours = 24;

export const verificationLinks: LinkTable<Verification> = {
  name: sql`account.email_verifications`,
  minutes: linkHours * 60,
  columns: sql`uid, email, is_change`,
  values: ({ uid, email, isChange }) => sql`${uid}, ${email}, ${isChange}`,
  selected: sql`uid, email, is_change as "isChange"`,
};

/** Lets a person choose a new password. */
export type PasswordReset = MailedLink;

/** Validity of a password reset in minutes. */
export const resetMinutes = 60;

export const passwordResetLinks: LinkTable<PasswordReset> = {
  name: sql`account.password_resets`,
  minutes: resetMinutes,
  columns: sql`uid, email`,
  values: ({ uid, email }) => sql`${uid}, ${email}`,
  selected: sql`uid, email`,
};

/** Restores an account that its family has deleted. */
export type Restoration = MailedLink;

/** Days for which a family can restore its account, as administrators can: directory/deletion-times.ts. */
export const restorationDays = 28;

export const restorationLinks: LinkTable<Restoration> = {
  name: sql`account.restorations`,
  minutes: restorationDays * 24 * 60,
  columns: sql`uid, email`,
  values: ({ uid, email }) => sql`${uid}, ${email}`,
  selected: sql`uid, email`,
};
