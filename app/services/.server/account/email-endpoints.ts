import type { Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { type Locale, type Realm, realmRow } from "~/realms/realm";
import { tokenDigest } from "~/security/secret-box.server";
import type { Caller } from "~/services/.server/directory/caller";
import { authoriseInPerson, requireOwnEmail } from "~/services/.server/directory/own-rights";
import { findFamily } from "~/services/.server/directory/people/families";
import { findMailRecipient, type MailRecipientRow } from "~/services/.server/directory/people/mail-recipient";
import { proveEmail } from "~/services/.server/directory/people/own-account-store";
import { type Endpoints, endpoint, publicEndpoint } from "~/services/.server/dispatch/endpoint";
import { requireFreshSignIn } from "~/services/.server/dispatch/fresh-sign-in";
import { noteSentMail, queueMail } from "~/services/.server/mail/queue-mail";
import { confirmEmailPath, accountContracts as contracts, invalidConfirmUrl } from "~/services/contracts/account";
import { formMessages } from "~/services/contracts/form-messages";
import { validationError } from "~/services/contracts/service-error";
import { type AccountDeps, databaseOf, requireOwnEntry } from "./deps";
import { linkHours, type Verification, verificationLinks } from "./link-tables";
import { beginLink, brokenLink, findAnyLink, findLink, requireFewLinks, useLink } from "./mailed-links";
import { isOwnPage } from "./own-page";
import { linkTo, maskedEmail } from "./rules";
import { endUnconfirmedSignUps } from "./unconfirmed-sign-ups";

type Names = "requestEmailVerification" | "requestEmailChange" | "readEmailConfirmation" | "confirmEmail";

/** Confirms and changes the user's e-mail address. docs/security.md, lines 17, 25, 29. */
export function emailEndpoints(deps: AccountDeps): Endpoints<Pick<typeof contracts, Names>> {
  return {
    requestEmailVerification: endpoint({
      contract: contracts.requestEmailVerification,
      async authorise(_input, caller) {
        authoriseInPerson(caller);
        return { person: await requireOwnEntry(deps, caller) };
      },
      async handle({ body }, { person }, caller) {
        if (!isOwnPage(body.confirmUrl, caller.origin)) throw validationError([invalidConfirmUrl]);
        if (!person.email) throw validationError([{ attribute: "email", reason: formMessages.required }]);
        const link = await linkFor(caller, body.confirmUrl, {
          uid: person.uid,
          email: person.email,
          isChange: false,
        });
        await deps.mailer.send("confirm-email", mailTo(caller, body.locale, person.email), {
          name: person.name,
          link,
          hours: linkHours,
          family: (await audienceOf(caller, person.uid)).family,
        });
        await noteMail(caller, "confirm-email", person.uid);
        return { status: 204, body: undefined };
      },
    }),
    requestEmailChange: endpoint({
      contract: contracts.requestEmailChange,
      async authorise(_input, caller) {
        const { self } = authoriseInPerson(caller);
        const person = await requireOwnEntry(deps, caller);
        requireOwnEmail(person);
        await deps.proofs.requireFactor(caller);
        const hasPassword = await deps.proofs.hasPassword(caller.realm, self.uid);
        if (!hasPassword) requireFreshSignIn(caller);
        return { person, hasPassword };
      },
      async handle({ body }, { person, hasPassword }, caller) {
        if (!isOwnPage(body.confirmUrl, caller.origin)) throw validationError([invalidConfirmUrl]);
        if (body.email.toLowerCase() === person.email?.toLowerCase()) {
          throw validationError([{ attribute: "email", reason: formMessages.duplicate }]);
        }
        if (hasPassword) await requirePassword(caller, body.currentPassword);
        const link = await linkFor(caller, body.confirmUrl, { uid: person.uid, email: body.email, isChange: true });
        const values = { name: person.name, link, hours: linkHours };
        await deps.mailer.send("confirm-new-email", mailTo(caller, body.locale, body.email), values);
        await noteMail(caller, "confirm-new-email", person.uid);
        if (person.email) {
          const note = {
            name: person.name,
            address: maskedEmail(body.email),
            ...(await audienceOf(caller, person.uid)),
          };
          await deps.mailer.send("email-change-note", mailTo(caller, body.locale, person.email), note);
          await noteMail(caller, "email-change-note", person.uid);
        }
        return { status: 204, body: undefined };
      },
    }),
    readEmailConfirmation: publicEndpoint({
      contract: contracts.readEmailConfirmation,
      async handle({ body }, caller) {
        const database = databaseOf(deps, caller);
        const verification = await findLink(database, verificationLinks, caller.realm, body.token);
        if (verification) return { status: 200, body: { email: verification.email, isConfirmed: false } };
        const used = await findAnyLink(database, verificationLinks, caller.realm, body.token);
        const person = used && (await findMailRecipient(database, caller.realm, used.uid));
        const isTheirs = person?.email?.toLowerCase() === used?.email.toLowerCase();
        if (!used || !isTheirs || !person?.isActive || !person.emailVerified) throw brokenLink();
        return { status: 200, body: { email: used.email, isConfirmed: true } };
      },
    }),
    confirmEmail: publicEndpoint({
      contract: contracts.confirmEmail,
      async handle({ body }, caller) {
        const database = databaseOf(deps, caller);
        const { uid, email } = await inTransaction(database, async (transaction) => {
          const proved = await useLink(transaction, verificationLinks, caller.realm, body.token);
          if (!proved) throw brokenLink();
          const by = { ...caller, uid: proved.uid, actorUid: null };
          const before = await findMailRecipient(transaction, caller.realm, proved.uid);
          if (!(await proveEmail(transaction, by, proved))) throw brokenLink();
          if (before) await queueConfirmationMails(transaction, caller.realm, before, proved, tokenDigest(body.token));
          return proved;
        });
        await endUnconfirmedSignUps(deps, caller, email);
        void deps.mails?.sendTo(caller.realm, uid);
        return { status: 200, body: { uid, email } };
      },
    }),
  };

  function noteMail(caller: Caller, kind: "confirm-email" | "confirm-new-email" | "email-change-note", uid: string) {
    return noteSentMail(databaseOf(deps, caller), { realm: caller.realm, kind, uid });
  }

  /** Families have no school to turn to. */
  async function audienceOf(caller: Caller, uid: string): Promise<{ family: "" | null; member: "" | null }> {
    const family = await findFamily(databaseOf(deps, caller), caller.realm, { uid });
    return family ? { family: "", member: null } : { family: null, member: "" };
  }

  async function requirePassword(caller: Caller, currentPassword: string | undefined): Promise<void> {
    if (!currentPassword) throw validationError([{ attribute: "currentPassword", reason: formMessages.mandatory }]);
    await deps.proofs.requirePassword(caller, currentPassword);
  }

  /** The link is stored before links are counted, so that concurrent requests cannot exceed the limit; links above it are not sent. */
  async function linkFor(caller: Caller, page: string, verification: Verification): Promise<string> {
    const database = databaseOf(deps, caller);
    const token = await beginLink(database, verificationLinks, caller.realm, verification);
    await requireFewLinks(database, verificationLinks, { realm: caller.realm, uid: verification.uid });
    return linkTo(page, token);
  }
}

/**
 * A family that has confirmed the address it signed up with is welcomed; a changed address is told to the old and to the new one.
 * @param before the person before the confirmation
 */
async function queueConfirmationMails(
  transaction: Transaction,
  realm: Realm,
  before: MailRecipientRow,
  { uid, email, isChange }: Verification,
  key: string,
): Promise<void> {
  if (!isChange && before.isFamily && !before.emailVerified) {
    await queueMail(transaction, { realm, kind: "welcome", key: uid, to: { uid }, values: { address: email } });
  }
  if (!isChange || before.email === null || before.email.toLowerCase() === email.toLowerCase()) return;
  const values = { address: maskedEmail(email), changedOn: { moment: new Date().toISOString() } };
  for (const [which, address] of [["old", before.email] as const, ["new", email] as const]) {
    const to = { uid, address, name: before.name };
    await queueMail(transaction, { realm, kind: "email-changed", key: `${key} ${which}`, to, values });
  }
}

/** Mails a family that has just signed up the link of a token, which confirms its address. */
export async function mailFirstConfirmation(
  deps: AccountDeps,
  caller: Caller,
  { uid, email, name, token }: { uid: string; email: string; name: string; token: string },
): Promise<void> {
  const link = linkTo(new URL(confirmEmailPath, caller.origin).href, token);
  await deps.mailer.send("confirm-email", mailTo(caller, undefined, email), {
    ...{ name, link, hours: linkHours, family: "" },
  });
  await noteSentMail(databaseOf(deps, caller), { realm: caller.realm, kind: "confirm-email", uid });
}

function mailTo(caller: Caller, locale: Locale | undefined, to: string) {
  return { realm: caller.realm, locale: locale ?? realmRow(caller.realm).locale, to };
}
