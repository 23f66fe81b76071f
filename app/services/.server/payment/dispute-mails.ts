import type { Transaction } from "~/db/.server/connect";
import type { Currency } from "~/realms/realm";
import { findFamily } from "~/services/.server/directory/people/families";
import { listSuperUsers } from "~/services/.server/directory/people/super-users";
import { queueMail } from "~/services/.server/mail/queue-mail";
import type { CustomerRow } from "./customers-store";
import { isOpenDispute } from "./reversal-rules";
import type { ProviderReversal } from "./stripe-port";

/**
 * Tells the country's super users of a family's open disputes, each once: the bank expects an answer within days, which is given at the
 * provider. docs/decisions/0092-refunds-and-disputes.md.
 */
export async function writeDisputeMails(
  transaction: Transaction,
  { realm, userUid }: Pick<CustomerRow, "realm" | "userUid">,
  reversals: readonly ProviderReversal[],
): Promise<void> {
  const open = reversals.filter(isOpenDispute);
  if (open.length === 0) return;
  const family = userUid === null ? null : await findFamily(transaction, realm, { uid: userUid });
  for (const uid of await listSuperUsers(transaction, realm)) {
    for (const { id, amount, currency, createdAt } of open) {
      const values = {
        disputed: { amount, currency: currency.toUpperCase() as Currency },
        openedOn: { moment: new Date(createdAt * 1000).toISOString() },
        familyName: family?.name ?? null,
        path: userUid === null ? "/controlpanel/families" : `/controlpanel/families/${userUid}`,
      };
      await queueMail(transaction, { realm, kind: "dispute-opened", key: `${id} ${uid}`, to: { uid }, values });
    }
  }
}
