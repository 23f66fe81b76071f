import { inTransaction } from "~/db/.server/transaction";
import type { Locale } from "~/realms/realm";
import type { Caller } from "~/services/.server/directory/caller";
import { type Endpoints, publicEndpoint } from "~/services/.server/dispatch/endpoint";
import { queuePasswordMail } from "~/services/.server/mail/queue-mail";
import { accountContracts as contracts, invalidConfirmUrl } from "~/services/contracts/account";
import { validationError } from "~/services/contracts/service-error";
import { type AccountDeps, databaseOf } from "./deps";
import { type PasswordReset, passwordResetLinks } from "./link-tables";
import { brokenLink, findLink, useLink } from "./mailed-links";
import { isOwnPage } from "./own-page";
import { mailLink, personOfLink } from "./password-links";

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
        const reset = await findLink(databaseOf(deps, caller), passwordResetLinks, caller.realm, body.token);
        const person = reset && (await personOf(caller, reset));
        if (!person) throw brokenLink();
        return { status: 200, body: { username: person.username } };
      },
    }),
    resetPassword: publicEndpoint({
      contract: contracts.resetPassword,
      async handle({ body }, caller) {
        const uid = await inTransaction(databaseOf(deps, caller), async (within) => {
          const reset = await useLink(within, passwordResetLinks, caller.realm, body.token);
          const person = reset && (await personOf(caller, reset));
          if (!person) throw brokenLink();
          // Rolls the link's use back, so that the user can retry with another password.
          deps.proofs.checkNewPassword(body.password, person);
          await deps.proofs.setPassword(caller.realm, person.uid, body.password, { temporary: false, within });
          await queuePasswordMail(within, caller.realm, person.uid);
          return person.uid;
        });
        await deps.proofs.noteForgottenPassword(caller, uid);
        void deps.mails?.sendTo(caller.realm, uid);
        return { status: 200, body: { uid } };
      },
    }),
  };

  async function sendLink(
    { realm, region }: Caller,
    username: string,
    { resetUrl: page, locale }: { resetUrl: string; locale: Locale | undefined },
  ): Promise<void> {
    const uid = await deps.proofs.uidOf(realm, username);
    if (uid !== null) await mailLink(deps, deps.databases[region], { realm, uid, page, locale });
  }

  function personOf(caller: Caller, reset: PasswordReset) {
    return personOfLink(deps, databaseOf(deps, caller), caller.realm, reset);
  }
}
