import type { Realm } from "~/realms/realm";
import { isConfirmedEmail } from "~/services/.server/directory/people/confirmed-emails";
import { createFamily, endUnpaidFamilies, familyState, findFamily } from "~/services/.server/directory/people/families";
import { type Endpoints, publicEndpoint } from "~/services/.server/dispatch/endpoint";
import { accountContracts as contracts, countryIsElsewhere, emailIsUsed } from "~/services/contracts/account";
import { browserSessionHeader } from "~/services/contracts/browser-session";
import { conflict, validationError } from "~/services/contracts/service-error";
import { type AccountDeps, databaseOf } from "./deps";
import { mailFirstConfirmation } from "./email-endpoints";
import { verificationLinks } from "./link-tables";
import { beginLink } from "./mailed-links";
import { deleteRegistrations, findOldRegistrations, noteRegistration } from "./registrations-store";

/** Sign-up of a family: first the account, then the payment. docs/product/shell.md#calls, #validation; docs/product/choices.md#sign-up. */
export function registerEndpoint(deps: AccountDeps): Endpoints<Pick<typeof contracts, "register">> {
  const { proofs } = deps;
  return {
    register: publicEndpoint({
      contract: contracts.register,
      async handle({ body, headers }, caller) {
        const { realm, requestId, ipAddress } = caller;
        if (body.country !== realm) throw validationError([{ attribute: "country", reason: countryIsElsewhere }]);
        await proofs.countSignUp(caller);
        const { email, firstname, lastname, password } = body;
        proofs.checkNewPassword(password, { email, name: `${firstname} ${lastname}` });
        const database = databaseOf(deps, caller);
        const browserSession = headers[browserSessionHeader];
        let token = "";
        const made = await createFamily(
          database,
          { realm, requestId, ipAddress },
          {
            email: body.email,
            firstName: body.firstname,
            lastName: body.lastname,
            setPassword: (within, uid) => proofs.setPassword(realm, uid, body.password, { temporary: false, within }),
            async note(within, uid) {
              await noteRegistration(within, realm, uid, browserSession);
              token = await beginLink(within, verificationLinks, realm, { uid, email, isChange: false });
            },
          },
        );
        if (made) {
          // Not awaited: an account that was made is not refused because the mail server is slow. The profile sends another link.
          const name = `${firstname} ${lastname}`;
          mailFirstConfirmation(deps, caller, { uid: made.uid, email, name, token }).catch(deps.report);
          return { status: 200, body: { uid: made.uid, isResumed: false } };
        }
        const family = await findFamily(database, realm, { username: body.email });
        const mayResume = family?.status === "active" && familyState(family) === "unpaid";
        // The password is checked for every address, so that the response time does not reveal whether the address is in use.
        // docs/security.md, line 33.
        const isRight = await proofs.isPassword(
          caller,
          { uid: family?.uid ?? null, username: body.email },
          body.password,
        );
        const isConfirmed = await isConfirmedEmail(database, realm, body.email, family?.uid);
        if (!family || !mayResume || !isRight || isConfirmed) throw emailTaken();
        await noteRegistration(database, realm, family.uid, browserSession);
        return { status: 200, body: { uid: family.uid, isResumed: true } };
      },
    }),
  };
}

function emailTaken() {
  return conflict(emailIsUsed, [{ attribute: "email", reason: emailIsUsed }]);
}

/** Deletes accounts that were not paid for within 30 days; run once a day, before the purge. */
export async function endUnpaidAccounts({ databases }: Pick<AccountDeps, "databases">, now: Date): Promise<void> {
  for (const database of Object.values(databases)) {
    const old = await findOldRegistrations(database, now);
    for (const realm of new Set(old.map((each) => each.realm))) {
      const uids = old.filter((each) => each.realm === realm).map(({ uid }) => uid);
      await endUnpaidFamilies(database, realm as Realm, uids);
      await deleteRegistrations(database, realm as Realm, uids);
    }
  }
}
