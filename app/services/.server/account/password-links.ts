import { and, eq, gt, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { type Locale, type Realm, realmRow } from "~/realms/realm";
import type { PasswordLinkMailer } from "~/services/.server/directory/identity";
import { findPerson } from "~/services/.server/directory/people/people-store";
import { ServiceError } from "~/services/contracts/service-error";
import { type AccountDeps, noGuardian } from "./deps";
import { beginPasswordReset, type PasswordReset, resetMinutes } from "./password-resets-store";
import { linkTo, maskedEmail, maxLinksPerHour } from "./rules";
import { passwordResets } from "./tables";

/** Mails links for choosing a new password: to people who forgot theirs, and at the request of staff. */

type LinkDeps = Pick<AccountDeps, "proofs" | "mailer">;

/** The active person whose password a link to that address may reset, read now; null otherwise. */
export async function personOfLink(
  { proofs }: LinkDeps,
  within: Database | Transaction,
  realm: Realm,
  { uid, email }: PasswordReset,
) {
  const person = await findPerson(within, realm, uid, noGuardian);
  if (person?.status !== "active" || person.shared) return null;
  if (!person.emailVerified || person.email !== email) return null;
  return (await proofs.hasPassword(realm, uid)) ? person : null;
}

/**
 * Mails the person a link, if they have a password and a confirmed address.
 * @param page absolute address of the page for choosing a password; the token is appended
 * @returns the address; null if nothing was sent
 */
export async function mailLink(
  deps: LinkDeps,
  within: Database | Transaction,
  { realm, uid, page, locale }: { realm: Realm; uid: string; page: string; locale?: Locale | undefined },
): Promise<string | null> {
  const email = (await findPerson(within, realm, uid, noGuardian))?.email;
  if (!email) return null;
  const person = await personOfLink(deps, within, realm, { uid, email });
  if (!person) return null;
  const token = await beginPasswordReset(within, realm, { uid: person.uid, email });
  await deps.mailer.send(
    "reset-password",
    { realm, locale: locale ?? realmRow(realm).locale, to: email },
    { name: person.name, username: person.username, link: linkTo(page, token), minutes: resetMinutes },
  );
  return email;
}

/** The mailer for requests of staff: at most five links per person and hour. */
export function createPasswordLinkMailer(deps: LinkDeps): PasswordLinkMailer {
  return {
    async mailPasswordLink(realm, uid, page, within) {
      const [recent] = await within
        .select({ count: sql<number>`count(*)::int` })
        .from(passwordResets)
        .where(
          and(
            eq(passwordResets.realm, realm),
            eq(passwordResets.uid, uid),
            // A link is valid for an hour.
            gt(passwordResets.expiresAt, sql`now()`),
          ),
        );
      if ((recent?.count ?? 0) >= maxLinksPerHour) {
        throw new ServiceError(429, "too_many_attempts", "Too many mails; try again later", undefined, {
          "retry-after": "3600",
        });
      }
      const email = await mailLink(deps, within, { realm, uid, page });
      return email === null ? null : maskedEmail(email);
    },
  };
}
