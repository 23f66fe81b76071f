import { redirect } from "@remix-run/node";
import { getWiring } from "~/clients/wiring.server";
import { openPaymentSession, type PaymentSession } from "~/payment/payment-session.server";
import type { PlansProblem } from "~/payment/plans.server";
import { loadProvider, type Provider } from "~/payment/provider/provider.server";
import type { Me } from "~/services/contracts/account";
import type { Invoice } from "~/services/contracts/payment";
import { requireParent, type SignedIn } from "~/session/guard.server";
import type { CardPayment } from "./card-payment.machine";
import { fetchSubscriptionStore } from "./subscription-calls.server";
import type { SubscriptionStore } from "./subscription-store.machine";

/** Loads a family's subscription, cards and invoices. docs/product/shell.md#card-payment. */

export type SubscriptionPageData = {
  family: NonNullable<Me["family"]>;
  store: SubscriptionStore;
  card: Omit<CardPayment, "clientSecret">;
  invoices: Invoice[];
  provider: Provider | null;
  problem: PlansProblem | null;
  /** Codes of failed calls. */
  failures: string[];
};

export type FamilySession = PaymentSession & { person: SignedIn; family: NonNullable<Me["family"]> };

/** @throws Response 404 if the user is not a family, a redirect if not signed in */
export async function openForFamily(request: Request): Promise<FamilySession> {
  const person = await requireParent(request);
  const { body: me } = await getWiring().clients.account.getMe({}, person.credentials);
  if (me.family === null) throw new Response(null, { status: 404 });
  const session = await openPaymentSession(request);
  return { ...session, person, family: me.family };
}

/** Redirects an unpaid family to the payment step. */
export async function loadSubscription(request: Request): Promise<SubscriptionPageData> {
  const session = await openForFamily(request);
  if (session.family.state === "unpaid") throw redirect("/signup/payment");
  const error = await showCardErrorOnce(session);
  const provider = await loadProvider(session);
  const fetched = provider ? await fetchSubscriptionStore(session) : null;
  const { clientSecret: _, ...stored } = fetched?.card ?? session.state.card;
  const card = { ...stored, error };
  const store = fetched?.store ?? session.state.store;
  const problem = provider === null ? "keyRequired" : fetched?.isWhole ? null : "unavailable";
  const failures = fetched?.failures ?? [];
  return { family: session.family, store, card, invoices: store.invoices, provider, problem, failures };
}

/** The card's error if it was not shown yet: it is shown once, and not again after a reload; the machine keeps it. */
async function showCardErrorOnce({ state, save }: FamilySession): Promise<string | null> {
  if (state.card.error === null || state.isCardErrorTold) return null;
  await save({ ...state, isCardErrorTold: true });
  return state.card.error;
}
