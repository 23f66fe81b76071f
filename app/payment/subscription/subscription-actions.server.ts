import { data, redirect } from "@remix-run/node";
import type { z } from "zod";
import type { Backend } from "~/clients/backend";
import { requestContextOf } from "~/clients/request-context.server";
import { requireSameOrigin } from "~/clients/same-origin.server";
import { formResult } from "~/forms/form-result.server";
import { actionOf, intentOf } from "~/forms/intents";
import { readForm } from "~/forms/read-form";
import type { ConfirmProblem } from "~/payment/provider/confirm";
import { signupMessages } from "~/payment/signup/signup-form";
import { paymentErrors, paymentMessages } from "~/services/contracts/payment-errors";
import { ServiceError } from "~/services/contracts/service-error";
import { type PauseMonths, previewHeader, type Subscription } from "~/services/contracts/subscription";
import {
  cardsChanged,
  createClientSecret,
  isLastOfRunning,
  redirectWithCardError,
  saveConfirmedCard,
} from "./card-actions.server";
import { transition } from "./card-payment.machine";
import { cancelOrderOf, continueOrder, subscribe } from "./order-actions.server";
import { type FamilySession, openForFamily } from "./subscription.server";
import { fetchSubscriptionStore, updateSubscriptionCoupon, updateSubscriptions } from "./subscription-calls.server";
import {
  cancelForm,
  confirmedForm,
  couponForm,
  failedForm,
  goOnForm,
  subscriptionIntents as intents,
  methodForm,
  orderForm,
  pauseForm,
  planForm,
  planRefusedForm,
  refusedForm,
  removalForm,
  removalOfAllForm,
  type SubscriptionIntent,
  subscriptionFormWithoutFields,
} from "./subscription-forms";
import {
  type NeedsCard,
  paymentClient,
  type Refused,
  redirectDone,
  redirectRefused,
  runningOf,
  type SubmittedForm,
  subscriptionPath,
  type ToAccept,
  type ToConfirm,
  type ToEnd,
  type ToRemove,
} from "./subscription-results.server";
import { transition as changeStore, type SubscriptionStoreEvent } from "./subscription-store.machine";

/** Actions of the subscription page's forms. docs/product/shell.md#card-payment. */

const actions = {
  [intents.addCard]: subscriptionAction(subscriptionFormWithoutFields, createClientSecret),
  [intents.cardConfirmed]: subscriptionAction(confirmedForm, saveConfirmedCard),
  [intents.cardFailed]: subscriptionAction(failedForm, async ({ code }, sent) => {
    const card = transition(sent.session.state.card, { type: "confirmation-failed", code: code || null });
    return redirectWithCardError(sent, { ...sent.session.state, card });
  }),
  [intents.hostedCard]: subscriptionAction(subscriptionFormWithoutFields, async (_, { request, session }) => {
    const { origin } = requestContextOf(request);
    const { locale } = session;
    const body = { successUrl: `${origin}${subscriptionPath}`, cancelUrl: `${origin}${subscriptionPath}`, locale };
    const { body: page } = await paymentClient(session.backend).createCardCheckout({ body }, session.credentials);
    return redirect(page.url);
  }),
  [intents.makeDefault]: subscriptionAction(methodForm, async ({ id }, { request, session }) => {
    await paymentClient(session.backend).changeCustomer(
      { body: { invoice_settings: { default_payment_method: id } } },
      session.credentials,
    );
    return cardsChanged("madeDefault", { request, session });
  }),
  [intents.removeCard]: subscriptionAction(removalForm, async ({ id, confirmed }, { request, session }) => {
    if (!confirmed && (await isLastOfRunning(session, id))) return data<ToRemove>({ removal: { id } });
    await paymentClient(session.backend).deletePaymentMethods({ body: { id } }, session.credentials);
    return cardsChanged("removed", { request, session });
  }),
  [intents.removeCards]: subscriptionAction(removalOfAllForm, async ({ confirmed }, { request, session }) => {
    if (!confirmed) return data<ToRemove>({ removal: { id: null } });
    await paymentClient(session.backend).deletePaymentMethods({}, session.credentials);
    return cardsChanged("allRemoved", { request, session });
  }),
  [intents.changePlan]: subscriptionAction(planForm, changePlan),
  [intents.keepPlan]: subscriptionAction(subscriptionFormWithoutFields, (_, sent) => keepPlan(sent, "planUnchanged")),
  [intents.planConfirmed]: subscriptionAction(planForm, planConfirmed),
  [intents.planRefused]: subscriptionAction(planRefusedForm, async ({ priceId, ...problem }, sent) => {
    await keepPlan(sent, "planUnchanged");
    return refusedBy(intents.changePlan, problem, priceId);
  }),
  [intents.payOverdue]: subscriptionAction(subscriptionFormWithoutFields, payOverdue),
  [intents.overdueRefused]: subscriptionAction(refusedForm, async (problem) => refusedBy(intents.payOverdue, problem)),
  [intents.cancel]: subscriptionAction(cancelForm, async ({ confirmed }, sent) =>
    confirmed
      ? updateChosen(sent, (held) => ({ type: "cancel", prices: held }), "cancelled")
      : data<ToEnd>({ intent: intents.cancel, toEnd: true }),
  ),
  [intents.goOn]: subscriptionAction(goOnForm, ({ previewId }, sent) =>
    onceShown(sent, { intent: intents.goOn, previewId, change: { cancel_at_period_end: false } }, async () => {
      const { id, cancelledTo } = await requireRunning(sent.session);
      if (cancelledTo === null) {
        return updateChosen(sent, (held) => ({ type: "reactivate", prices: held }), "goesOn", previewId);
      }
      const body = { cancel_at_period_end: false };
      await paymentClient(sent.session.backend).changeSubscription({ params: { id }, body }, sent.session.credentials);
      return redirectDone(sent.request, "goesOn");
    }),
  ),
  [intents.pause]: subscriptionAction(pauseForm, ({ months, previewId }, sent) =>
    onceShown(sent, { intent: intents.pause, previewId, change: { pauseMonths: months } }, () =>
      changePause(sent, { months, previewId }),
    ),
  ),
  [intents.resume]: subscriptionAction(goOnForm, ({ previewId }, sent) =>
    onceShown(sent, { intent: intents.resume, previewId, change: { resumes: true } }, () =>
      inPlace(intents.resume, () => changePause(sent, { months: null, previewId })),
    ),
  ),
  [intents.resumeConfirmed]: subscriptionAction(subscriptionFormWithoutFields, resumeConfirmed),
  [intents.coupon]: subscriptionAction(couponForm, ({ couponId, previewId }, sent) =>
    onceShown(sent, { intent: intents.coupon, previewId, change: { couponId } }, async () => {
      const { id } = await requireRunning(sent.session);
      await updateSubscriptionCoupon(sent.session.backend, sent.session, id, couponId, { previewId });
      return redirectDone(sent.request, "couponAdded");
    }),
  ),
  [intents.subscribe]: subscriptionAction(planForm, subscribe),
  [intents.continueOrder]: subscriptionAction(subscriptionFormWithoutFields, continueOrder),
  [intents.cancelOrder]: subscriptionAction(orderForm, cancelOrderOf),
};

export async function submitSubscription(backend: Backend, request: Request) {
  requireSameOrigin(request);
  const session = await openForFamily(backend, request);
  const formData = await request.clone().formData();
  return actionOf<(sent: SubmittedForm) => Promise<unknown>>(actions, formData)({ request, session, formData });
}

/** Validates the form and calls `run`; validation errors are returned to the form, other service errors become a notice. */
function subscriptionAction<Schema extends z.ZodObject>(
  schema: Schema,
  run: (values: z.output<Schema>, sent: SubmittedForm) => Promise<unknown>,
) {
  return async (sent: SubmittedForm) => {
    const { request, formData } = sent;
    const { submission } = readForm(formData, schema);
    const intent = intentOf(formData);
    if (submission.status !== "success") return formResult(sent.session.backend, null, { request, submission, intent });
    try {
      return await run(submission.value, sent);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code === "ValidationError")
        return formResult(sent.session.backend, error, { request, submission, intent });
      if (error.status === 429 && intent === intents.coupon) {
        const fieldErrors = { couponId: [signupMessages.tooManyAttempts] };
        return formResult(sent.session.backend, error, { request, submission, intent, fieldErrors });
      }
      return refused(error, request);
    }
  };
}

function problemOf({ code, providerError }: ServiceError): ConfirmProblem {
  return {
    code: providerError?.decline_code ?? providerError?.code ?? code,
    message: providerError?.message ?? "",
  };
}

async function refused(error: ServiceError, request: Request): Promise<Response> {
  if (error.status === 401 || error.status === 404) throw new Response(null, { status: error.status });
  return redirectRefused(problemOf(error), request);
}

type ShownChange = {
  intent: SubscriptionIntent;
  previewId: string | undefined;
  change: {
    priceId?: string;
    couponId?: string;
    cancel_at_period_end?: false;
    pauseMonths?: PauseMonths;
    resumes?: true;
  };
};

/**
 * Makes a change whose sums the family has accepted. Without an accepted preview, or if the provider computes other sums now, the page
 * shows what the change costs.
 */
async function onceShown(
  sent: SubmittedForm,
  { intent, previewId, change }: ShownChange,
  make: () => Promise<unknown>,
) {
  const { session } = sent;
  if (previewId !== undefined) {
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== paymentErrors.previewOutdated) throw error;
    }
  }
  const { id: subscriptionId } = await requireRunning(session);
  const body = { subscriptionId, ...change };
  const { body: preview } = await paymentClient(session.backend).previewSubscription({ body }, session.credentials);
  const isOutdated = previewId !== undefined;
  return data<ToAccept>({ intent, preview, isOutdated, couponId: change.couponId ?? null });
}

/** @throws ServiceError 404 without a running subscription; 503 if the provider does not say */
async function requireRunning(session: FamilySession): Promise<Subscription> {
  const { store, failures } = await fetchSubscriptionStore(session);
  const running = runningOf(store);
  // Nothing is missing while the provider does not answer.
  if (!running && failures.includes(paymentErrors.subscriptions)) {
    throw new ServiceError(503, paymentErrors.subscriptions, "Subscriptions could not be read");
  }
  if (!running) throw new ServiceError(404, "not_found", paymentMessages.orderNotFound);
  return running;
}

/** A payment that fails for lack of a card is no fault of a card: the page says what to do. */
async function changePlan({ priceId, previewId }: z.output<typeof planForm>, sent: SubmittedForm) {
  try {
    return await onceShown(sent, { intent: intents.changePlan, previewId, change: { priceId } }, () =>
      updateChosen(sent, () => ({ type: "select", prices: [priceId] }), "planChanged", previewId),
    );
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const isUnpaid = error.status === 402 || error.providerError?.code === "resource_missing";
    if (isUnpaid && !(await hasChargedCard(sent.session))) {
      return data<NeedsCard>({ intent: intents.changePlan, needsCard: true }, 400);
    }
    return refusedBy(intents.changePlan, refusalOf(error), priceId);
  }
}

/** A payment that the provider or the bank refuses is said in the page, beside what was pressed. */
async function inPlace(intent: SubscriptionIntent, pay: () => Promise<unknown>) {
  try {
    return await pay();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return refusedBy(intent, refusalOf(error));
  }
}

/** @throws the error itself if it is no refusal: the form is wrong, the plan has ended, or other sums are to be shown */
function refusalOf(error: ServiceError): ConfirmProblem {
  if ([400, 401, 404].includes(error.status) || error.code === paymentErrors.previewOutdated) throw error;
  return problemOf(error);
}

/**
 * Says in the plan's section what was refused, and why. 200, since the framework reloads the page's data only then: a change that waited for
 * the bank is gone.
 * @param priceId of a change of plan, which is offered again
 */
function refusedBy(intent: SubscriptionIntent, problem: ConfirmProblem, priceId: string | null = null) {
  return data<Refused>({ intent, refusal: { ...problem, priceId } });
}

/** Whether a card is chosen for the next payment; also if that cannot be read. */
async function hasChargedCard(session: FamilySession): Promise<boolean> {
  const { card, failures } = await fetchSubscriptionStore(session);
  if (failures.some((code) => code === paymentErrors.customer || code === paymentErrors.methods)) return true;
  return card.paymentMethods.some(({ id }) => id === card.defaultPaymentMethod);
}

/** Cancels a change of plan that waits for its payment, by selecting the current plan again. */
function keepPlan(sent: SubmittedForm, what: string) {
  return updateChosen(sent, (held) => ({ type: "select", prices: held }), what);
}

const notConfirmed: ConfirmProblem = { code: "payment_intent_authentication_failure", message: "" };

/** The browser reports that the bank confirmed; only the provider's state decides whether the plan has changed. */
async function planConfirmed({ priceId }: z.output<typeof planForm>, sent: SubmittedForm) {
  const { store } = await fetchSubscriptionStore(sent.session);
  const hasChanged = runningOf(store)?.items.some((item) => item.priceId === priceId);
  if (!hasChanged) {
    await keepPlan(sent, "planUnchanged");
    return refusedBy(intents.changePlan, notConfirmed, priceId);
  }
  // Requesting the plan again changes nothing at the provider, but settles our state now instead of at the next webhook.
  const { id } = runningOf(store) ?? { id: "" };
  await paymentClient(sent.session.backend).changeSubscription(
    { params: { id }, body: { priceId } },
    sent.session.credentials,
  );
  return keepPlan(sent, "planChanged");
}

/** Pauses the plan by some months, or ends the pause. @param months null: the pause ends */
async function changePause(
  { request, session }: SubmittedForm,
  { months, previewId = "" }: { months: PauseMonths | null; previewId?: string | undefined },
) {
  const { id } = await requireRunning(session);
  const named = { params: { id }, headers: { [previewHeader]: previewId } };
  const { clients } = session.backend;
  if (months !== null) {
    await clients.payment.pausePlan({ ...named, body: { months } }, session.credentials);
    return redirectDone(request, "paused");
  }
  const { body } = await clients.payment.resumePlan(named, session.credentials);
  const { paymentIntent } = body;
  if (paymentIntent) return data<ToConfirm>({ intent: intents.resume, clientSecret: paymentIntent.client_secret });
  return redirectDone(request, "resumed");
}

/** The browser reports that the bank confirmed; only the provider's state decides whether the plan goes on. */
async function resumeConfirmed(_: object, sent: SubmittedForm) {
  const { id, pausedFrom, items } = await requireRunning(sent.session);
  if (pausedFrom !== null) {
    await keepPlan(sent, "planUnchanged");
    return refusedBy(intents.resume, notConfirmed);
  }
  // Asking for what is in force changes nothing at the provider, but settles our state now instead of at the next webhook.
  const body = { priceId: items[0]?.priceId ?? "" };
  await paymentClient(sent.session.backend).changeSubscription({ params: { id }, body }, sent.session.credentials);
  return redirectDone(sent.request, "resumed");
}

/** Charges a failed renewal to the default card. Submitted again after the bank's confirmation, it does not charge twice. */
async function payOverdue(_: object, { request, session }: SubmittedForm) {
  const { store } = await fetchSubscriptionStore(session);
  const running = runningOf(store);
  // The subscription has ended in the meantime: the page offers plans.
  if (!running) return redirect(subscriptionPath);
  return inPlace(intents.payOverdue, async () => {
    const { payment } = session.backend.clients;
    const { body } = await payment.payOverdue({ params: { id: running.id } }, session.credentials);
    const { paymentIntent } = body;
    if (!paymentIntent) return redirectDone(request, "paid");
    return data<ToConfirm>({ intent: intents.payOverdue, clientSecret: paymentIntent.client_secret });
  });
}

/**
 * Stores the family's choice in the subscription store and sends the changes.
 * @param choose returns the choice, given the current prices
 */
async function updateChosen(
  { request, session }: SubmittedForm,
  choose: (held: string[]) => SubscriptionStoreEvent,
  what: string,
  previewId?: string,
): Promise<unknown> {
  const fetched = await fetchSubscriptionStore(session);
  const held = runningOf(fetched.store)?.items.map(({ priceId }) => priceId) ?? [];
  const store = changeStore(fetched.store, choose(held));
  const card = transition(fetched.card, { type: "begin" });
  const { store: updated, toConfirm } = await updateSubscriptions(session.backend, session, store, { previewId });
  if (toConfirm) {
    const headers = await session.save({ ...session.state, store: updated });
    return data<ToConfirm>({ intent: intents.changePlan, clientSecret: toConfirm.client_secret }, { headers });
  }
  const subscriptionId = runningOf(updated)?.id ?? null;
  const added = transition(card, { type: "subscription-added", subscriptionId });
  await session.save({ ...session.state, store: updated, card: added });
  const state = { ...session.state, store: updated, card: transition(added, { type: "succeeded" }) };
  const response = await redirectDone(request, what);
  response.headers.append("Set-Cookie", (await session.save(state))["Set-Cookie"]);
  return response;
}
