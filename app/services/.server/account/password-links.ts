import type { Database, Transaction } from "~/db/.server/connect";
import { type Locale, type Realm, realmRow } from "~/realms/realm";
import type { PasswordLinkMailer } from "~/services/.server/directory/identity";
import { findPerson } from "~/services/.server/directory/people/people-store";
import { noteSentMail } from "~/services/.server/mail/queue-mail";
import { type AccountDeps, noGuardian } from "./deps";
import { type PasswordReset, passwordResetLinks, resetMinutes } from "./link-tables";
import { beginLink, requireFewLinks } from "./mailed-links";
import { linkTo, maskedEmail, maxLinksPerHour } from "./rules";

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
  const token = await beginLink(within, passwordResetLinks, realm, { uid: person.uid, email });
  await deps.mailer.send(
    "reset-password",
    { realm, locale: locale ?? realmRow(realm).locale, to: email },
    { name: person.name, username: person.username, link: linkTo(page, token), minutes: resetMinutes },
  );
  await noteSentMail(within, { realm, kind: "reset-password", uid });
  return email;
}

/** The mailer for requests of staff: at most five links per person and hour. */
export function createPasswordLinkMailer(deps: LinkDeps): PasswordLinkMailer {
  return {
    async mailPasswordLink(realm, uid, page, within) {
      await requireFewLinks(within, passwordResetLinks, { realm, uid, most: maxLinksPerHour - 1 });
      const email = await mailLink(deps, within, { realm, uid, page });
      return email === null ? null : maskedEmail(email);
    },
  };
}
