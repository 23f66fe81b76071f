import type { Databases } from "~/db/.server/connect";
import { formatMoney, formatVatRate, vatIn } from "~/realms/money";
import { bcp47, type Realm, realmRow, regionOf } from "~/realms/realm";
import { findFamily } from "~/services/.server/directory/people/families";
import type { Mailer } from "~/services/.server/mail/mailer";
import { claimReceipt, findUnsentReceipts, type ReceiptToSend, releaseReceipt } from "./receipts-store";

/** Sends receipts by mail, in the country's language. */
export type Receipts = {
  /** Sends unsent receipts of a customer, or of all if `customerId` is null. A failed mail is retried later. */
  send(realm: Realm, customerId: string | null): Promise<void>;
};

export function createReceipts(deps: { databases: Databases; mailer: Mailer; report(error: unknown): void }): Receipts {
  return {
    async send(realm, customerId) {
      const database = deps.databases[regionOf(realm)];
      for (const receipt of await findUnsentReceipts(database, customerId)) {
        if (receipt.realm !== realm || !(await claimReceipt(database, realm, receipt.invoiceId))) continue;
        const family = receipt.userUid ? await findFamily(database, realm, { uid: receipt.userUid }) : null;
        if (!family?.email || family.status !== "active") continue;
        try {
          await sendOne(receipt, family.name, family.email);
        } catch (error) {
          await releaseReceipt(database, realm, receipt.invoiceId);
          deps.report(error);
        }
      }
    },
  };

  async function sendOne(receipt: ReceiptToSend, name: string, to: string): Promise<void> {
    const { realm, amount, currency, paidOn, number, link } = receipt;
    const { locale, vatRate } = realmRow(realm);
    const paid = new Intl.DateTimeFormat(bcp47(locale), { dateStyle: "long", timeZone: "UTC" }).format(
      new Date(paidOn),
    );
    const values = { name, amount: formatMoney({ amount, currency }, locale), date: paid, number: number ?? "–" };
    const mailTo = { realm, locale, to };
    if (vatRate === null) {
      await deps.mailer.send("payment-receipt-without-vat", mailTo, { ...values, link: link ?? "" });
      return;
    }
    const vat = formatMoney({ amount: vatIn(amount, realm), currency }, locale);
    await deps.mailer.send("payment-receipt", mailTo, {
      ...values,
      vat,
      rate: formatVatRate(vatRate, locale),
      link: link ?? "",
    });
  }
}
