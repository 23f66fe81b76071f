import { data, redirect } from "@remix-run/node";
import type { Backend } from "~/clients/backend";
import { openPaymentSession, type PaymentSession } from "~/payment/payment-session.server";
import type { PlansProblem } from "~/payment/plans.server";
import { loadProvider, type Provider } from "~/payment/provider/provider.server";
import type { Me } from "~/services/contracts/account";
import type { ContractWithdrawal } from "~/services/contracts/contract-statements";
import type { Invoice, Order } from "~/services/contracts/payment";
import { clearedCardErrorCookie, hasNewCardError } from "~/session/cookies.server";
import { requireParent, type SignedIn } from "~/session/guard.server";
import type { CardPayment } from "./card-payment.machine";
import { fetchOpenOrder, fetchSubscriptionStore, fetchWithdrawal } from "./subscription-calls.server";
import type { SubscriptionStore } from "./subscription-store.machine";

/** Loads a family's subscription, cards and invoices. docs/product/shell.md#card-payment. */

export type SubscriptionPageData = {
  family: NonNullable<Me["family"]>;
  store: SubscriptionStore;
  card: Omit<CardPayment, "clientSecret">;
  invoices: Invoice[];
  /** An order that is not paid yet; null if there is none, or it could not be read. */
  openOrder: Order | null;
  /** The latest contract; null if there is none, or it could not be read. */
  withdrawal: ContractWithdrawal | null;
  provider: Provider | null;
  problem: PlansProblem | null;
  /** Codes of failed calls. */
  failures: string[];
  /** The time of the page, ISO 8601. */
  now: string;
};

export type FamilySession = PaymentSession & { person: SignedIn; family: NonNullable<Me["family"]> };

/** @throws Response 404 if the user is not a family, a redirect if not signed in */
export async function openForFamily(backend: Backend, request: Request): Promise<FamilySession> {
  const person = await requireParent(backend, request);
  const { body: me } = await backend.clients.account.getMe({}, person.credentials);
  if (me.family === null) throw new Response(null, { status: 404 });
  const session = await openPaymentSession(backend, request);
  return { ...session, person, family: me.family };
}

/** Redirects an unpaid family to the payment step. */
export async function loadSubscription(backend: Backend, request: Request) {
  const session = await openForFamily(backend, request);
  if (session.family.state === "unpaid") throw redirect("/signup/payment");
  // The card's error is shown once, and not again after a reload; the machine keeps it.
  const isErrorNew = await hasNewCardError(request);
  const provider = await loadProvider(backend, session);
  const [fetched, withdrawal, openOrder] = provider
    ? await Promise.all([fetchSubscriptionStore(session), fetchWithdrawal(session), fetchOpenOrder(session)])
    : [null, null, null];
  const { clientSecret: _, ...stored } = fetched?.card ?? session.state.card;
  const card = { ...stored, error: isErrorNew ? session.state.card.error : null };
  const store = fetched?.store ?? session.state.store;
  const problem: PlansProblem | null = provider === null ? "keyRequired" : fetched?.isWhole ? null : "unavailable";
  const failures = fetched?.failures ?? [];
  const page = {
    family: session.family,
    store,
    card,
    invoices: store.invoices,
    openOrder,
    withdrawal,
    provider,
    problem,
    failures,
    now: new Date().toISOString(),
  };
  const headers: HeadersInit = isErrorNew ? { "Set-Cookie": await clearedCardErrorCookie(request) } : {};
  return data<SubscriptionPageData>(page, { headers });
}
