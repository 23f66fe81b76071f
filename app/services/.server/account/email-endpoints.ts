import { inTransaction } from "~/db/.server/transaction";
import { type Locale, realmRow } from "~/realms/realm";
import type { Caller } from "~/services/.server/directory/caller";
import { authoriseInPerson, requireOwnEmail } from "~/services/.server/directory/own-rights";
import { findFamily } from "~/services/.server/directory/people/families";
import { proveEmail } from "~/services/.server/directory/people/own-account-store";
import { type Endpoints, endpoint, publicEndpoint } from "~/services/.server/dispatch/endpoint";
import { requireFreshSignIn } from "~/services/.server/dispatch/fresh-sign-in";
import { accountContracts as contracts, invalidConfirmUrl } from "~/services/contracts/account";
import { formMessages } from "~/services/contracts/form-messages";
import { validationError } from "~/services/contracts/service-error";
import { type AccountDeps, databaseOf, requireOwnEntry } from "./deps";
import { linkHours, type Verification, verificationLinks } from "./link-tables";
import { beginLink, brokenLink, findLink, requireFewLinks, useLink } from "./mailed-links";
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
        });
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
        if (person.email) {
          const note = {
            name: person.name,
            address: maskedEmail(body.email),
            ...(await audienceOf(caller, person.uid)),
          };
          await deps.mailer.send("email-change-note", mailTo(caller, body.locale, person.email), note);
        }
        return { status: 204, body: undefined };
      },
    }),
    readEmailConfirmation: publicEndpoint({
      contract: contracts.readEmailConfirmation,
      async handle({ body }, caller) {
        const verification = await findLink(databaseOf(deps, caller), verificationLinks, caller.realm, body.token);
        if (!verification) throw brokenLink();
        return { status: 200, body: { email: verification.email } };
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
          if (!(await proveEmail(transaction, by, proved))) throw brokenLink();
          return proved;
        });
        await endUnconfirmedSignUps(deps, caller, email);
        return { status: 200, body: { uid, email } };
      },
    }),
  };

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

function mailTo(caller: Caller, locale: Locale | undefined, to: string) {
  return { realm: caller.realm, locale: locale ?? realmRow(caller.realm).locale, to };
}
