import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { dayIn, type Realm } from "~/realms/realm";
import type { Access } from "~/services/.server/directory/access";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import { authoriseCaller, readUid, requireSuperUser } from "~/services/.server/directory/authorisation";
import type { Caller } from "~/services/.server/directory/caller";
import { authoriseInPerson } from "~/services/.server/directory/own-rights";
import {
  type FamilyAccount,
  type FoundAccount,
  findFamiliesByAddress,
  findFamilyAccount,
} from "~/services/.server/directory/people/family-search";
import { findMailRecipient } from "~/services/.server/directory/people/mail-recipient";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { listMailsOf } from "~/services/.server/mail/due-mails-store";
import { orderNumberField } from "~/services/contracts/contract-statements";
import { managedFamilyContracts as contracts } from "~/services/contracts/managed-families";
import { paymentErrors } from "~/services/contracts/payment-errors";
import { notFound } from "~/services/contracts/service-error";
import { listConsents } from "./consents-store";
import { findOrderByNumber } from "./contract-statements-store";
import { customerAtProvider, findCustomer, findCustomerById, type KnownCustomer } from "./customers-store";
import type { PaymentParts } from "./deps";
import { findEarlyEnding } from "./early-endings-store";
import { authoriseFamily, knownCustomer } from "./family-access";
import { extendPlan, extensionRefusalOf } from "./family-extensions";
import { previewRefund, refundPayment } from "./family-refunds";
import {
  extensionView,
  foundFamilyView,
  providerView,
  refundView,
  shownPlan,
  storedView,
  unmatchedView,
} from "./managed-family-view";
import { nextPaymentOf } from "./next-payment";
import { listOrders, type OrderRow } from "./orders-store";
import { attempt, providerErrorOf } from "./provider-failure";
import { dayOf, isSubscriptionRunning, paidUntil } from "./rules";
import type { ProviderSubscription } from "./stripe-port";
import {
  findUnmatched,
  listExtensions,
  listRefunds,
  listStatementsOf,
  listUnmatched,
  readClaims,
  writeReview,
} from "./support-acts-store";
import { currencyOf, hasNextPayment } from "./views";
import { findWaitingCancellation } from "./waiting-cancellations";

/** Names of people by their uid, without those who are gone. */
async function readNames(database: Database, realm: Realm, uids: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const uid of new Set(uids)) {
    const person = await findMailRecipient(database, realm, uid);
    if (person) names.set(uid, person.name);
  }
  return names;
}

/** Most mails of a family that are shown, and most statements of each state. */
const mostMails = 100;
const mostStatements = 200;

const failure = [paymentErrors.invoices, "The payments could not be read or changed"] as const;

type SuperProof = { access: Access; database: Database };
type FamilyProof = SuperProof & { account: FamilyAccount; customer: KnownCustomer | null };

/**
 * Endpoints by which super users of the country read a family's payments, pay back, extend the paid time, and deal with statements that match
 * no order. Nobody gets through who acts as somebody. docs/decisions/0091-families-for-super-users.md.
 */
export function managedFamilyEndpoints(parts: PaymentParts): Endpoints<typeof contracts> {
  const { databases, stripe, proofs } = parts;
  return {
    searchFamilies: endpoint({
      contract: contracts.searchFamilies,
      authorise: (_input, caller) => authoriseSuper(caller),
      async handle({ body: { q } }, { access, database }) {
        const found = await findFamilies(database, access, q);
        await inTransaction(database, (transaction) =>
          writeAudit(
            transaction,
            access,
            found.map(({ uid }) => ({ action: "payment.looked_up", subjectType: "user", subjectUid: uid })),
          ),
        );
        return { status: 200, body: { data: found.map(foundFamilyView) } };
      },
    }),
    getManagedFamily: endpoint({
      contract: contracts.getManagedFamily,
      authorise: ({ params }, caller) => authoriseOnFamily(params.uid, caller),
      async handle(_input, proof) {
        const { access, database, account, customer } = proof;
        const { realm } = access;
        const row = await findCustomer(database, realm, { userUid: account.uid });
        const orders = row ? await listOrders(database, row.id) : [];
        const refunds = row ? await listRefunds(database, row.id) : [];
        const extensions = row ? await listExtensions(database, row.id) : [];
        const stored = storedView(realm, {
          account,
          orders,
          consents: await listConsents(database, { realm, userUid: account.uid }),
          statements: row ? await listStatementsOf(database, row.id) : [],
          mails: await listMailsOf(database, { realm, uid: account.uid }, mostMails),
          ...{ refunds, extensions },
          namesOf: await readNames(
            database,
            realm,
            [...refunds, ...extensions].map(({ madeBy }) => madeBy),
          ),
        });
        const provider = customer && (await readProvider(database, customer, orders).catch(nothingIfDown));
        await inTransaction(database, (transaction) => noteOpening(transaction, access, account.uid));
        return { status: 200, body: { ...stored, provider, isProviderDown: customer !== null && provider === null } };
      },
    }),
    previewFamilyRefund: endpoint({
      contract: contracts.previewFamilyRefund,
      authorise: ({ params }, caller) => authoriseOnFamily(params.uid, caller),
      async handle({ body }, { customer, access }) {
        if (!customer) throw notFound();
        const { currency, ...sums } = await attempt(...failure, () => previewRefund(parts, customer, body));
        return { status: 200, body: { ...sums, currency: currencyOf(currency, access.realm) } };
      },
    }),
    refundFamilyPayment: endpoint({
      contract: contracts.refundFamilyPayment,
      async authorise({ params, body }, caller) {
        const proof = await authoriseOnFamily(params.uid, caller);
        await proofs.requireFreshProof(caller, body.currentPassword);
        return proof;
      },
      async handle({ params, body }, { customer, access }) {
        if (!customer) throw notFound();
        const { currentPassword: _, ...wanted } = body;
        const refund = await attempt(...failure, () =>
          refundPayment(parts, customer, { id: params.id.toLowerCase(), ...wanted }, access),
        );
        return { status: 200, body: refundView(refund) };
      },
    }),
    extendFamilyPlan: endpoint({
      contract: contracts.extendFamilyPlan,
      async authorise({ params, body }, caller) {
        const proof = await authoriseOnFamily(params.uid, caller);
        await proofs.requireFreshProof(caller, body.currentPassword);
        return proof;
      },
      async handle({ params, body: { days, reason } }, { customer, access }) {
        if (!customer) throw notFound();
        const wanted = { id: params.id.toLowerCase(), days, reason };
        const extension = await attempt(...failure, () => extendPlan(parts, customer, wanted, access));
        return { status: 200, body: extensionView(extension) };
      },
    }),
    getUnmatchedStatements: endpoint({
      contract: contracts.getUnmatchedStatements,
      authorise: (_input, caller) => authoriseSuper(caller),
      async handle(_input, { access, database }) {
        const rows = await listUnmatched(database, access.realm, mostStatements);
        return { status: 200, body: { data: rows.map(unmatchedView) } };
      },
    }),
    reviewStatement: endpoint({
      contract: contracts.reviewStatement,
      async authorise({ params }, caller) {
        const proof = authoriseSuper(caller);
        await proofs.requireFactor(caller);
        const statement = await findUnmatched(proof.database, proof.access.realm, params.id);
        if (!statement) throw notFound();
        return { ...proof, id: statement.id };
      },
      async handle({ body: { note } }, { access, database, id }) {
        await inTransaction(database, async (transaction) => {
          if (!(await writeReview(transaction, id, { by: access.uid, note }))) return;
          // The statement is nobody's, so the line is about the one who dealt with it.
          const details = { statement: id };
          await writeAudit(transaction, access, [
            { action: "payment.statement_reviewed", subjectType: "user", subjectUid: access.uid, details },
          ]);
        });
        const statement = await findUnmatched(database, access.realm, id);
        if (!statement) throw notFound();
        return { status: 200, body: unmatchedView(statement) };
      },
    }),
    getSupportActs: endpoint({
      contract: contracts.getSupportActs,
      authorise: (_input, caller) => authoriseFamily(parts, caller),
      async handle(_input, { family }, caller) {
        const customer = await knownCustomer(parts, family, caller);
        const database = databases[caller.region];
        return {
          status: 200,
          body: {
            refunds: customer ? (await listRefunds(database, customer.id)).map(refundView) : [],
            extensions: customer ? (await listExtensions(database, customer.id)).map(extensionView) : [],
          },
        };
      },
    }),
  };

  /** @throws ServiceError 401, 403 for everybody but a super user of the country who acts in person */
  function authoriseSuper(caller: Caller): SuperProof {
    authoriseInPerson(caller);
    const { access, database } = authoriseCaller(parts, caller);
    requireSuperUser(access);
    return { access, database };
  }

  /** @throws ServiceError as `authoriseSuper`; 404 for who is no family of the country */
  async function authoriseOnFamily(id: string, caller: Caller): Promise<FamilyProof> {
    const proof = authoriseSuper(caller);
    const account = await findFamilyAccount(proof.database, caller.realm, readUid(id));
    if (!account) throw notFound();
    const customer = await findCustomer(proof.database, caller.realm, { userUid: account.uid });
    const hasProvider = stripe.has(caller.realm);
    return { ...proof, account, customer: hasProvider ? customerAtProvider(customer) : null };
  }

  async function findFamilies(database: Database, { realm }: Access, q: string): Promise<FoundAccount[]> {
    const number = orderNumberField.safeParse(q);
    if (!number.success) return findFamiliesByAddress(database, realm, q);
    const order = await findOrderByNumber(database, realm, number.data);
    const customer = order && (await findCustomerById(database, order.customerId));
    const account = customer?.userUid ? await findFamilyAccount(database, realm, customer.userUid) : null;
    return account ? [account] : [];
  }

  async function readProvider(database: Database, customer: KnownCustomer, orders: OrderRow[]) {
    const { realm, stripeId } = customer;
    const port = stripe.of(realm);
    const claims = await readClaims(database, customer.id);
    const [subscriptions, charges, methods, known, extensions] = await Promise.all([
      port.listSubscriptions(stripeId),
      port.listCharges(stripeId),
      port.listMethods(stripeId),
      port.findCustomer(stripeId),
      listExtensions(database, customer.id),
    ]);
    const plan = shownPlan(subscriptions);
    const nextAmount = plan && hasNextPayment(plan) ? await nextPaymentOf(port, plan).catch(nothingIfDown) : null;
    const endsOn = plan && (await endOf(database, realm, plan));
    const extensionRefusal = extensionRefusalOf(subscriptions, extensions);
    return providerView(realm, {
      subscriptions,
      charges,
      orders,
      methods,
      customer: known,
      claims,
      nextAmount,
      endsOn,
      extensionRefusal,
    });
  }
}

/** The day on which a cancelled plan ends; null for one that goes on, and one that has ended. */
async function endOf(database: Database, realm: Realm, plan: ProviderSubscription): Promise<string | null> {
  if (!isSubscriptionRunning(plan)) return null;
  if (!plan.cancelAtPeriodEnd) return (await findWaitingCancellation(database, realm, plan))?.endsOn ?? null;
  const early = await findEarlyEnding(database, realm, plan);
  return early ? dayIn(realm, early.endsAt) : dayOf(paidUntil(plan), realm);
}

/** Minutes in which further readings of a family by the same super user are the same opening: the page is read anew after each act. */
const openingMinutes = 10;

/** Logs that a super user opened a family. Reading it changes nothing else. */
async function noteOpening(transaction: Transaction, access: Access, uid: string): Promise<void> {
  const action = "payment.family_opened";
  const { rows } = await transaction.execute(sql`
    select 1 from directory.audit where subject_uid = ${uid}::uuid and user_uid = ${access.uid}::uuid and action = ${action}
      and at > now() - make_interval(mins => ${openingMinutes}) limit 1`);
  if (rows.length === 0) await writeAudit(transaction, access, [{ action, subjectType: "user", subjectUid: uid }]);
}

/** @throws the error if it is not the provider's */
function nothingIfDown(error: unknown): null {
  if (providerErrorOf(error) === null) throw error;
  return null;
}
