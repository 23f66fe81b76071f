import { inTransaction } from "~/db/.server/transaction";
import { type Locale, realmRow } from "~/realms/realm";
import { findPerson } from "~/services/.server/directory/people/people-store";
import { type Caller, type Endpoints, publicEndpoint } from "~/services/.server/dispatch/endpoint";
import { accountContracts as contracts, invalidConfirmUrl, invalidLink } from "~/services/contracts/account";
import { ServiceError, validationError } from "~/services/contracts/service-error";
import { type AccountDeps, databaseOf, noGuardian } from "./deps";
import { isOwnPage } from "./own-page";
import {
  beginPasswordReset,
  findPasswordReset,
  type PasswordReset,
  resetMinutes,
  usePasswordReset,
} from "./password-resets-store";
import { linkTo } from "./rules";

type Names = "requestPasswordReset" | "readPasswordReset" | "resetPassword";

/** Resets a forgotten password with a link to the confirmed e-mail address. docs/security.md, lines 12, 25, 29, 33; decision 39. */
export function passwordResetEndpoints(deps: AccountDeps): Endpoints<Pick<typeof contracts, Names>> {
  return {
    requestPasswordReset: publicEndpoint({
      contract: contracts.requestPasswordReset,
      async handle({ body }, caller) {
        const { username, resetUrl, locale } = body;
        if (!isOwnPage(resetUrl, caller.origin)) {
          throw validationError([{ ...invalidConfirmUrl, attribute: "resetUrl" }]);
        }
        await deps.proofs.countPasswordReset(caller, username);
        // Not awaited, so that the response time does not reveal whether the account exists. docs/security.md, line 33.
        sendLink(caller, username, { resetUrl, locale }).catch(deps.report);
        return { status: 204, body: undefined };
      },
    }),
    readPasswordReset: publicEndpoint({
      contract: contracts.readPasswordReset,
      async handle({ body }, caller) {
        const reset = await findPasswordReset(databaseOf(deps, caller), caller.realm, body.token);
        const person = reset && (await personOf(caller, reset));
        if (!person) throw brokenLink();
        return { status: 200, body: { username: person.username } };
      },
    }),
    resetPassword: publicEndpoint({
      contract: contracts.resetPassword,
      async handle({ body }, caller) {
        const uid = await inTransaction(databaseOf(deps, caller), async (within) => {
          const reset = await usePasswordReset(within, caller.realm, body.token);
          const person = reset && (await personOf(caller, reset));
          if (!person) throw brokenLink();
          // Rolls the link's use back, so that the user can retry with another password.
          deps.proofs.checkNewPassword(body.password, person);
          await deps.proofs.setPassword(caller.realm, person.uid, body.password, { temporary: false, within });
          return person.uid;
        });
        await deps.proofs.noteForgottenPassword(caller, uid);
        return { status: 200, body: { uid } };
      },
    }),
  };

  async function sendLink(
    caller: Caller,
    username: string,
    { resetUrl, locale }: { resetUrl: string; locale: Locale | undefined },
  ): Promise<void> {
    const { realm } = caller;
    const uid = await deps.proofs.uidOf(realm, username);
    const person = uid === null ? null : await findPerson(databaseOf(deps, caller), realm, uid, noGuardian);
    if (!person?.email) return;
    const reset = { uid: person.uid, email: person.email };
    if (!(await personOf(caller, reset))) return;
    const token = await beginPasswordReset(databaseOf(deps, caller), realm, reset);
    await deps.mailer.send(
      "reset-password",
      { realm, locale: locale ?? realmRow(realm).locale, to: person.email },
      { name: person.name, username: person.username, link: linkTo(resetUrl, token), minutes: resetMinutes },
    );
  }

  /** The active person whose password a link to that address may reset, read now; null otherwise. */
  async function personOf(caller: Caller, { uid, email }: PasswordReset) {
    const person = await findPerson(databaseOf(deps, caller), caller.realm, uid, noGuardian);
    if (person?.status !== "active" || person.shared) return null;
    if (!person.emailVerified || person.email !== email) return null;
    return (await deps.proofs.hasPassword(caller.realm, uid)) ? person : null;
  }
}

function brokenLink(): ServiceError {
  return new ServiceError(400, invalidLink, "Invalid link");
}
