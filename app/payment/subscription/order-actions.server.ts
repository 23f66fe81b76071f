import type { z } from "zod";
import { requestOf, requestOrder } from "~/payment/signup/order.server";
import { initialProgress, type OrderRequest } from "~/payment/signup/payment-progress.machine";
import { redirectWithCardError } from "./card-actions.server";
import { type CardPaymentEvent, transition } from "./card-payment.machine";
import { fetchOpenOrder } from "./subscription-calls.server";
import type { planForm } from "./subscription-forms";
import { paymentClient, redirectDone, redirectRefused, type SubmittedForm } from "./subscription-results.server";

/** Actions about the order of a plan that is not paid yet. */

/** Orders a new plan for a family whose subscription has ended, in the same way as the first. */
export async function subscribe({ priceId }: z.output<typeof planForm>, sent: SubmittedForm) {
  const { session } = sent;
  const { body: me } = await session.backend.clients.account.getMe({}, session.credentials);
  const name = `${me.firstname} ${me.lastname}`;
  return orderAndPay(sent, { priceId, quantity: 1, name, email: me.email ?? me.username });
}

/** Goes on paying an order that was begun, perhaps in another browser: the same order again has the same payment. */
export async function continueOrder(_: object, sent: SubmittedForm) {
  const order = await fetchOpenOrder(sent.session);
  if (!order) return redirectRefused({ code: "payment_intent_unexpected_state", message: "" }, sent.request);
  return orderAndPay(sent, requestOf(order));
}

/** Cancels an order, so that its invoice can no longer be paid. */
export async function cancelOrderOf({ id }: { id: string }, { request, session }: SubmittedForm) {
  await paymentClient(session.backend).cancelOrder({ params: { id } }, session.credentials);
  const response = await redirectDone(request, "orderCancelled");
  if (session.state.progress.orderId !== id) return response;
  const saved = await session.save({ ...session.state, progress: initialProgress });
  response.headers.append("Set-Cookie", saved["Set-Cookie"]);
  return response;
}

async function orderAndPay(sent: SubmittedForm, request: OrderRequest) {
  const { session } = sent;
  const begun = transition(session.state.card, { type: "begin" });
  const state = { ...session.state, progress: initialProgress };
  const ordered = await requestOrder(session.backend, { ...session, state }, request);
  const { error } = ordered.progress;
  const end: CardPaymentEvent = error
    ? { type: "failed", error: error.code }
    : { type: "subscription-added", subscriptionId: null };
  return redirectWithCardError(sent, { ...ordered, card: transition(begun, end) }, "/signup/payment");
}
