import { data, redirect } from "@remix-run/node";
import type { z } from "zod";
import type { PaymentState } from "~/payment/payment-session.server";
import { paymentErrors } from "~/services/contracts/payment-errors";
import { ServiceError } from "~/services/contracts/service-error";
import { cardErrorCookieHeader } from "~/session/cookies.server";
import { type CardPayment, type CardPaymentEvent, cardErrors, transition } from "./card-payment.machine";
import { waitWhilePending } from "./pending-wait.server";
import { type FamilySession, openForFamily } from "./subscription.server";
import { fetchSubscriptionStore } from "./subscription-calls.server";
import { type confirmedForm, subscriptionIntents as intents } from "./subscription-forms";
import {
  paymentClient,
  redirectDone,
  runningOf,
  type SubmittedForm,
  subscriptionPath,
  type ToConfirm,
} from "./subscription-results.server";

/** Actions about a family's cards. docs/product/shell.md#card-payment. */

/** Clears the error of a failed card; a card that is being added in another tab is not affected. */
export async function cardsChanged(
  what: string,
  { request, session }: Pick<SubmittedForm, "request" | "session">,
): Promise<Response> {
  const response = await redirectDone(request, what);
  if (session.state.card.status !== "failed") return response;
  const card = transition(session.state.card, { type: "reset" });
  response.headers.append("Set-Cookie", (await session.save({ ...session.state, card }))["Set-Cookie"]);
  return response;
}

/** Waits for a pending card, then requests the secret of a new card from the provider. */
export async function createClientSecret(_: object, sent: SubmittedForm) {
  const { request, session } = sent;
  const isFree = await waitWhilePending(
    async () => (await openForFamily(sent.session.backend, request)).state.card.status,
  );
  if (!isFree) return cardFailed(sent, session.state.card, cardErrors.noClientSecret);
  const pending = transition(session.state.card, { type: "begin" });
  await session.save({ ...session.state, card: pending });
  try {
    const { body } = await paymentClient(sent.session.backend).createClientSecret({}, session.credentials);
    const clientSecret = body.setupIntent.client_secret;
    const card = transition(pending, { type: "client-secret-created", clientSecret });
    const headers = await session.save({ ...session.state, card });
    return data<ToConfirm>({ intent: intents.addCard, clientSecret }, { headers });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const isEmpty = error.code === paymentErrors.noClientSecret;
    return cardFailed(sent, pending, isEmpty ? cardErrors.noClientSecret : paymentErrors.clientSecret);
  }
}

function cardFailed(sent: SubmittedForm, card: CardPayment, error: string): Promise<Response> {
  return redirectWithCardError(sent, { ...sent.session.state, card: transition(card, { type: "failed", error }) });
}

/** Stores the state; the subscription page shows its card's error once. */
export async function redirectWithCardError(
  { request, session }: SubmittedForm,
  state: PaymentState,
  to = subscriptionPath,
): Promise<Response> {
  const response = redirect(to, { headers: await session.save(state) });
  if (state.card.error !== null) response.headers.append("Set-Cookie", await cardErrorCookieHeader(request));
  return response;
}

/** Makes the card that the browser confirmed the default. */
export async function saveConfirmedCard(
  { setupIntentId, status, paymentMethodId }: z.output<typeof confirmedForm>,
  sent: SubmittedForm,
) {
  const { request, session } = sent;
  const setupIntent = { id: setupIntentId, status, paymentMethodId };
  const confirmed = [
    { type: "setup-intent-created", setupIntent },
    { type: "confirmation-begun" },
    { type: "setup-intent-confirmed", setupIntent },
  ] as const satisfies readonly CardPaymentEvent[];
  let card = confirmed.reduce(transition, session.state.card);
  if (card.status === "failed") return cardFailed(sent, card, card.error ?? cardErrors.invalidState);
  await session.save({ ...session.state, card });
  try {
    const body = { invoice_settings: { default_payment_method: paymentMethodId } };
    const { body: updated } = await paymentClient(sent.session.backend).changeCustomer({ body }, session.credentials);
    card = transition(card, { type: "customer-updated", customer: updated.customer });
    await session.save({ ...session.state, card });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return cardFailed(sent, card, paymentErrors.changeCustomer);
  }
  const fetched = await fetchSubscriptionStore({ ...session, state: { ...session.state, card } });
  await session.save({ ...session.state, card: fetched.card, store: fetched.store });
  card = transition(fetched.card, { type: "succeeded" });
  const response = await redirectDone(request, "cardAdded");
  response.headers.append(
    "Set-Cookie",
    (await session.save({ ...session.state, card, store: fetched.store }))["Set-Cookie"],
  );
  return response;
}

/** Whether a card is the only one of a family whose subscription runs; also if that cannot be read. */
export async function isLastOfRunning(session: FamilySession, id: string): Promise<boolean> {
  const { card, store, failures } = await fetchSubscriptionStore(session);
  if (failures.some((code) => code === paymentErrors.methods || code === paymentErrors.subscriptions)) return true;
  return runningOf(store) !== null && card.paymentMethods.every((method) => method.id === id);
}
