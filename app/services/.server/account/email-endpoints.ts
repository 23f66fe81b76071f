import { type Locale, realmRow } from "~/realms/realm";
import { proveEmail } from "~/services/.server/directory/people/own-account-store";
import { findPerson, type Person } from "~/services/.server/directory/people/people-store";
import { mayChangeOwnEmail } from "~/services/.server/directory/permissions";
import { anyCaller, type Caller, type Endpoints, unprovedEndpoint } from "~/services/.server/endpoint";
import { accountContracts as contracts, invalidConfirmUrl, invalidLink } from "~/services/contracts/account";
import { formMessages } from "~/services/contracts/form-messages";
import { forbidden, ServiceError, unauthorized, validationError } from "~/services/contracts/service-error";
import { type AccountDeps, databaseOf, notWhileActing, userOf } from "./deps";
import { isFreshSignIn, isOwnPage, linksAnHour, linkTo, shortened } from "./rules";
import {
  beginVerification,
  countVerifications,
  findVerification,
  linkHours,
  useVerification,
  type Verification,
} from "./verifications-store";

type Names = "requestEmailVerification" | "requestEmailChange" | "readEmailConfirmation" | "confirmEmail";

/** Proving one's address and changing it. Issue 3, part 8; security 17, 25, 29. */
export function emailEndpoints(deps: AccountDeps): Endpoints<Pick<typeof contracts, Names>> {
  return {
    requestEmailVerification: unprovedEndpoint({
      contract: contracts.requestEmailVerification,
      authorise: notWhileActing,
      async handle({ body }, caller) {
        if (!isOwnPage(body.confirmUrl, caller.origin)) throw validationError([invalidConfirmUrl]);
        const person = await personOf(caller);
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
    requestEmailChange: unprovedEndpoint({
      contract: contracts.requestEmailChange,
      authorise: notWhileActing,
      async handle({ body }, caller) {
        if (!isOwnPage(body.confirmUrl, caller.origin)) throw validationError([invalidConfirmUrl]);
        const person = await personOf(caller);
        if (!mayChangeOwnEmail(person)) throw forbidden("The school keeps this address");
        if (body.email.toLowerCase() === person.email?.toLowerCase()) {
          throw validationError([{ attribute: "email", reason: formMessages.duplicate }]);
        }
        await requireFreshProof(caller, body.currentPassword);
        const link = await linkFor(caller, body.confirmUrl, { uid: person.uid, email: body.email, isChange: true });
        const values = { name: person.name, link, hours: linkHours };
        await deps.mailer.send("confirm-new-email", mailTo(caller, body.locale, body.email), values);
        if (person.email) {
          const note = { name: person.name, address: shortened(body.email) };
          await deps.mailer.send("email-change-note", mailTo(caller, body.locale, person.email), note);
        }
        return { status: 204, body: undefined };
      },
    }),
    readEmailConfirmation: unprovedEndpoint({
      contract: contracts.readEmailConfirmation,
      authorise: anyCaller,
      async handle({ body }, caller) {
        const found = await findVerification(databaseOf(deps, caller), caller.realm, body.token);
        if (!found) throw brokenLink();
        return { status: 200, body: { email: found.email } };
      },
    }),
    confirmEmail: unprovedEndpoint({
      contract: contracts.confirmEmail,
      authorise: anyCaller,
      async handle({ body }, caller) {
        const database = databaseOf(deps, caller);
        const { uid, email } = await database.transaction(async (transaction) => {
          const proved = await useVerification(transaction, caller.realm, body.token);
          if (!proved) throw brokenLink();
          const by = { ...caller, uid: proved.uid, actorUid: null };
          if (!(await proveEmail(transaction, by, proved))) throw brokenLink();
          return proved;
        });
        return { status: 200, body: { uid, email } };
      },
    }),
  };

  async function personOf(caller: Caller): Promise<Person> {
    const person = await findPerson(databaseOf(deps, caller), caller.realm, userOf(caller).uid, 0);
    if (!person) throw unauthorized();
    return person;
  }

  /** A second factor where there is one, and the password; without a password a sign-in of a moment ago. Security 17. */
  async function requireFreshProof(caller: Caller, currentPassword: string | undefined): Promise<void> {
    await deps.proofs.requireFactor(caller);
    const { uid, authTime } = userOf(caller);
    if (await deps.proofs.hasPassword(caller.realm, uid)) {
      if (!currentPassword) throw validationError([{ attribute: "currentPassword", reason: formMessages.mandatory }]);
      await deps.proofs.requirePassword(caller, currentPassword);
    } else if (!isFreshSignIn(authTime, Date.now() / 1000)) {
      throw new ServiceError(403, "reauthentication_required", "Sign in again first");
    }
  }

  /** Counted once it is there, so that many at once gain nothing; only asked links that were counted are sent. */
  async function linkFor(caller: Caller, page: string, verification: Verification): Promise<string> {
    const database = databaseOf(deps, caller);
    const token = await beginVerification(database, caller.realm, verification);
    if ((await countVerifications(database, caller.realm, verification.uid)) > linksAnHour) {
      throw new ServiceError(429, "too_many_attempts", "Too many mails; try again later", undefined, {
        "retry-after": "3600",
      });
    }
    return linkTo(page, token);
  }
}

function mailTo(caller: Caller, locale: Locale | undefined, to: string) {
  return { realm: caller.realm, locale: locale ?? realmRow(caller.realm).locale, to };
}

function brokenLink(): ServiceError {
  return new ServiceError(400, invalidLink, "Invalid link");
}
