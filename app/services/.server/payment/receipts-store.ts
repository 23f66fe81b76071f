import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Currency, Realm } from "~/realms/realm";
import type { CustomerRow } from "./customers-store";
import { dayOf } from "./rules";
import type { ProviderInvoice } from "./stripe-port";
import { customers, receipts } from "./tables";

/** Database access for receipts sent by mail, one for each paid invoice. */

export async function insertReceipt(
  transaction: Transaction,
  { id: customerId, realm }: Pick<CustomerRow, "id" | "realm">,
  invoice: ProviderInvoice,
): Promise<void> {
  await transaction
    .insert(receipts)
    .values({
      realm,
      invoiceId: invoice.id,
      customerId,
      number: invoice.number,
      amount: invoice.total,
      currency: invoice.currency.toUpperCase() as Currency,
      paidOn: dayOf(invoice.createdAt),
      link: invoice.pageUrl ?? invoice.pdfUrl,
    })
    .onConflictDoNothing();
}

export type ReceiptToSend = typeof receipts.$inferSelect & { userUid: string | null };

/** Unsent receipts, of one customer or of all. */
export async function findUnsentReceipts(database: Database, customerId: string | null): Promise<ReceiptToSend[]> {
  const ofCustomer = customerId === null ? undefined : eq(receipts.customerId, customerId);
  const rows = await database
    .select({ receipt: receipts, userUid: customers.userUid })
    .from(receipts)
    .innerJoin(customers, eq(customers.id, receipts.customerId))
    .where(and(isNull(receipts.sentAt), ofCustomer))
    .limit(500);
  return rows.map(({ receipt, userUid }) => ({ ...receipt, userUid }));
}

/** Claims a receipt for sending; false if another process has claimed it. */
export async function claimReceipt(database: Database, realm: Realm, invoiceId: string): Promise<boolean> {
  const claimed = await database
    .update(receipts)
    .set({ sentAt: sql`now()` })
    .where(and(eq(receipts.realm, realm), eq(receipts.invoiceId, invoiceId), isNull(receipts.sentAt)))
    .returning({ id: receipts.invoiceId });
  return claimed.length > 0;
}

/** Releases a claimed receipt, so that sending is retried later. */
export async function releaseReceipt(database: Database, realm: Realm, invoiceId: string): Promise<void> {
  await database
    .update(receipts)
    .set({ sentAt: null })
    .where(and(eq(receipts.realm, realm), eq(receipts.invoiceId, invoiceId)));
}
