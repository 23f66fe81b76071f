import { and, desc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import type { OrderRow } from "./orders-store";
import { consents, contractStatements, type DecidedRefund, orders } from "./tables";

/** Statements about contracts: written when they arrive, carried out afterwards. */

export type Statement = typeof contractStatements.$inferSelect;
export type StatementKind = Statement["kind"];

/** Months after which what somebody stated is removed. */
const statedMonths = 13;

/** Writes a statement; null if the order has one of the kind already. */
export async function insertStatement(
  within: Database | Transaction,
  statement: Pick<Statement, "realm" | "kind"> & Partial<Pick<Statement, "orderId" | "stated" | "status" | "refund">>,
): Promise<Statement | null> {
  const [made] = await within.insert(contractStatements).values(statement).onConflictDoNothing().returning();
  return made ?? null;
}

/** The statement about an order that counts; null if there is none. */
export async function findStatement(
  within: Database | Transaction,
  kind: StatementKind,
  orderId: string,
): Promise<Statement | null> {
  const counts = inArray(contractStatements.status, ["received", "done"]);
  const [row] = await within
    .select()
    .from(contractStatements)
    .where(and(eq(contractStatements.kind, kind), eq(contractStatements.orderId, orderId), counts));
  return row ?? null;
}

export async function changeStatement(
  within: Database | Transaction,
  id: string,
  change: Partial<Pick<Statement, "orderId" | "status" | "doneAt">>,
): Promise<void> {
  await within.update(contractStatements).set(change).where(eq(contractStatements.id, id));
}

/** Takes back the cancellations of an order that count, carried out or not. @returns their ids */
export async function undoCancellations(transaction: Transaction, orderId: string): Promise<string[]> {
  const counts = inArray(contractStatements.status, ["received", "done"]);
  const undone = await transaction
    .update(contractStatements)
    .set({ status: "undone" })
    .where(and(eq(contractStatements.kind, "cancellation"), eq(contractStatements.orderId, orderId), counts))
    .returning({ id: contractStatements.id });
  return undone.map(({ id }) => id);
}

/** Stores what is paid back, unless it was decided before. @returns the decision that counts */
export async function decideRefund(transaction: Transaction, id: string, refund: DecidedRefund): Promise<boolean> {
  const decided = await transaction
    .update(contractStatements)
    .set({ refund })
    .where(and(eq(contractStatements.id, id), isNull(contractStatements.refund)))
    .returning({ id: contractStatements.id });
  return decided.length > 0;
}

export async function findStatementById(within: Database | Transaction, id: string): Promise<Statement | null> {
  const [row] = await within.select().from(contractStatements).where(eq(contractStatements.id, id));
  return row ?? null;
}

/** Statements of a country that are not carried out yet, the oldest first. */
export async function listReceived(database: Database, realm: Realm): Promise<Statement[]> {
  return database
    .select()
    .from(contractStatements)
    .where(and(eq(contractStatements.realm, realm), eq(contractStatements.status, "received")))
    .orderBy(contractStatements.receivedAt)
    .limit(500);
}

export async function forgetOldStatements(database: Database, realm: Realm): Promise<void> {
  const isOld = lt(contractStatements.receivedAt, sql`now() - make_interval(months => ${statedMonths})`);
  await database
    .update(contractStatements)
    .set({ stated: null, reviewNote: null })
    .where(and(eq(contractStatements.realm, realm), isOld));
}

/** The order with a number; null if there is none. */
export async function findOrderByNumber(database: Database, realm: Realm, number: string): Promise<OrderRow | null> {
  const [row] = await database
    .select()
    .from(orders)
    .where(and(eq(orders.realm, realm), eq(orders.number, number)));
  return row ?? null;
}

/** The customer's latest order that became a subscription; null if there is none. */
export async function findLatestContract(database: Database, customerId: string): Promise<OrderRow | null> {
  const [row] = await database
    .select()
    .from(orders)
    .where(and(eq(orders.customerId, customerId), eq(orders.status, "completed")))
    .orderBy(desc(orders.createdAt))
    .limit(1);
  return row ?? null;
}

/** Whether the family asked, when it ordered, that the plan begins at once. */
export async function hasConsented(database: Database, orderId: string): Promise<boolean> {
  const [row] = await database
    .select({ consentedAt: consents.consentedAt })
    .from(consents)
    .where(eq(consents.orderId, orderId));
  return row?.consentedAt != null;
}
