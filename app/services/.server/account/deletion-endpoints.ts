import type { Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { type Realm, realmRow } from "~/realms/realm";
import { retentionOf } from "~/realms/retention";
import type { Caller } from "~/services/.server/directory/caller";
import { authoriseInPerson, requireFamilyOf } from "~/services/.server/directory/own-rights";
import { type Family, findFamily } from "~/services/.server/directory/people/families";
import {
  deleteOwnFamily,
  findDeletedFamily,
  restoreOwnFamily,
} from "~/services/.server/directory/people/family-deletion";
import { type Endpoints, endpoint, publicEndpoint } from "~/services/.server/dispatch/endpoint";
import { requireFreshSignIn } from "~/services/.server/dispatch/fresh-sign-in";
import { mailTextsOf } from "~/services/.server/mail/mail-texts";
import { noteSentMail } from "~/services/.server/mail/queue-mail";
import { accountContracts as contracts, restoreAccountPath } from "~/services/contracts/account";
import { formMessages } from "~/services/contracts/form-messages";
import { conflict, validationError } from "~/services/contracts/service-error";
import { type AccountDeps, databaseOf } from "./deps";
import { restorationDays, restorationLinks } from "./link-tables";
import { beginLink, brokenLink, findLink, useLink } from "./mailed-links";
import { linkTo } from "./rules";

type Names = "deleteAccount" | "readAccountRestoration" | "restoreAccount";

/** A family deletes its account, and restores it by a mailed link. docs/decisions/0089-deleted-families.md. */
export function deletionEndpoints(deps: AccountDeps): Endpoints<Pick<typeof contracts, Names>> {
  return {
    deleteAccount: endpoint({
      contract: contracts.deleteAccount,
      async authorise(_input, caller) {
        const { self } = authoriseInPerson(caller);
        const family = requireFamilyOf(await findFamily(databaseOf(deps, caller), caller.realm, { uid: self.uid }));
        const hasPassword = await deps.proofs.hasPassword(caller.realm, self.uid);
        if (!hasPassword) requireFreshSignIn(caller);
        return { family, hasPassword };
      },
      async handle({ body: { currentPassword } }, { family, hasPassword }, caller) {
        const { realm, requestId, ipAddress } = caller;
        if (hasPassword) {
          if (!currentPassword)
            throw validationError([{ attribute: "currentPassword", reason: formMessages.mandatory }]);
          await deps.proofs.requirePassword(caller, currentPassword);
        }
        const { uid } = family;
        const purchase = await deps.purchaseOf(realm, uid);
        await inTransaction(databaseOf(deps, caller), async (transaction) => {
          const isDeleted = await deleteOwnFamily(transaction, { realm, uid, actorUid: null, requestId, ipAddress });
          if (!isDeleted) return;
          await deps.proofs.endSessions(realm, uid, transaction);
          // Sent before the commit: without the mail the family could not restore its account.
          await mailRestoration(transaction, caller, family, purchase);
        });
        // The account is deleted without the provider as well; the nightly run repeats what fails.
        await deps.endPayments(realm, uid, { requestId, ipAddress }).catch(deps.report);
        return { status: 204, body: undefined };
      },
    }),
    readAccountRestoration: publicEndpoint({
      contract: contracts.readAccountRestoration,
      async handle({ body }, caller) {
        const database = databaseOf(deps, caller);
        const link = await findLink(database, restorationLinks, caller.realm, body.token);
        const family = link && (await findDeletedFamily(database, caller.realm, link.uid));
        if (!family) throw brokenLink();
        return { status: 200, body: { username: family.username, isTaken: family.isUsernameTaken } };
      },
    }),
    restoreAccount: publicEndpoint({
      contract: contracts.restoreAccount,
      async handle({ body }, caller) {
        const { realm, requestId, ipAddress } = caller;
        const uid = await inTransaction(databaseOf(deps, caller), async (transaction) => {
          const link = await useLink(transaction, restorationLinks, realm, body.token);
          if (!link) throw brokenLink();
          const by = { realm, uid: link.uid, actorUid: null, requestId, ipAddress };
          const result = await restoreOwnFamily(transaction, by, body.email ?? null);
          if (result === "gone") throw brokenLink();
          // Rolls the link's use back, so that the family can give another address.
          if (result === "taken")
            throw conflict(formMessages.duplicate, [{ attribute: "email", reason: formMessages.duplicate }]);
          return link.uid;
        });
        return { status: 200, body: { uid } };
      },
    }),
  };

  async function mailRestoration(
    transaction: Transaction,
    { realm, origin }: Caller,
    family: Family,
    purchase: Awaited<ReturnType<AccountDeps["purchaseOf"]>>,
  ): Promise<void> {
    const email = family.email ?? family.username;
    const token = await beginLink(transaction, restorationLinks, realm, { uid: family.uid, email });
    const { locale } = realmRow(realm);
    const until = new Date(Date.now() + restorationDays * 24 * 60 * 60 * 1000).toISOString();
    const { orderNumber = null, withdrawBy = null } = purchase ?? {};
    const days = { until: { moment: until }, withdrawBy: withdrawBy === null ? null : { day: withdrawBy } };
    const texts = mailTextsOf(days, { realm, locale });
    const link = linkTo(new URL(restoreAccountPath, origin).href, token);
    const values = {
      ...{ name: family.name, link, until: String(texts.until), orderNumber },
      withdrawBy: texts.withdrawBy === null ? null : String(texts.withdrawBy),
      years: retentionOf(realm).invoiceYears,
      withdrawal: withdrawBy === null ? null : new URL("/withdraw", origin).href,
    };
    await deps.mailer.send("deletion-planned", { realm, locale, to: email }, values);
    await noteSentMail(transaction, { realm, kind: "deletion-planned", uid: family.uid });
  }
}

/** Tells families, whose accounts are purged, that their data is deleted. */
export function createDeletionNotice({ mailer, report }: Pick<AccountDeps, "mailer" | "report">) {
  return async (realm: Realm, addresses: readonly string[]): Promise<void> => {
    const { locale } = realmRow(realm);
    const values = { years: retentionOf(realm).invoiceYears };
    for (const to of addresses) await mailer.send("deletion-done", { realm, locale, to }, values).catch(report);
  };
}
