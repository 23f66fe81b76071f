import type { Transaction } from "~/db/.server/connect";
import type { Currency } from "~/realms/realm";
import type { CustomerRow } from "./customers-store";
import { dayOf } from "./rules";
import type { ProviderInvoice } from "./stripe-port";
import { receipts } from "./tables";

/** Invoices that a receipt was written for, with what the card was charged. */

/**
 * Notes that an invoice's receipt is written; false if one was written before, also by a version of the product that sent receipts from this
 * table: it sends none of a row with `sentAt`.
 */
export async function noteReceipt(
  transaction: Transaction,
  { id: customerId, realm }: Pick<CustomerRow, "id" | "realm">,
  invoice: ProviderInvoice,
): Promise<boolean> {
  const noted = await transaction
    .insert(receipts)
    .values({
      realm,
      invoiceId: invoice.id,
      customerId,
      number: invoice.number,
      amount: invoice.amountDue,
      currency: invoice.currency.toUpperCase() as Currency,
      paidOn: dayOf(invoice.createdAt, realm),
      link: invoice.pageUrl ?? invoice.pdfUrl,
      sentAt: new Date(),
    })
    .onConflictDoNothing()
    .returning({ invoiceId: receipts.invoiceId });
  return noted.length > 0;
}
