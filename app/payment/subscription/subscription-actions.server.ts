import { data, redirect } from "@remix-run/node";
import type { z } from "zod";
import type { Backend } from "~/clients/backend";
import { requestContextOf } from "~/clients/request-context.server";
import { requireSameOrigin } from "~/clients/same-origin.server";
import { formResult } from "~/forms/form-result.server";
import { actionOf, intentOf } from "~/forms/intents";
import { readForm } from "~/forms/read-form";
import { getTranslator } from "~/i18n/i18n.server";
import type { PaymentState } from "~/payment/payment-session.server";
import type { ConfirmProblem } from "~/payment/provider/confirm";
import { problemText } from "~/payment/provider/problem-text";
import { requestOrder } from "~/payment/signup/order.server";
import { initialProgress } from "~/payment/signup/payment-progress.machine";
import { signupMessages } from "~/payment/signup/signup-form";
import { paymentErrors, paymentMessages } from "~/services/contracts/payment-errors";
import { ServiceError } from "~/services/contracts/service-error";
import {
  type PauseMonths,
  previewHeader,
  type Subscription,
  type SubscriptionPreview,
} from "~/services/contracts/subscription";
import { cardErrorCookieHeader } from "~/session/cookies.server";
import { redirectWithNotice } from "~/shell/notice.server";
import { type CardPayment, type CardPaymentEvent, cardErrors, transition } from "./card-payment.machine";
import { waitWhilePending } from "./pending-wait.server";
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
  transition as changeStore,
  type SubscriptionStore,
  type SubscriptionStoreEvent,
} from "./subscription-store.machine";

/** Actions of the subscription page's forms. docs/product/shell.md#card-payment. */

const path = "/subscription";

type Sent = { request: Request; session: FamilySession; formData: FormData };

/** Action result with the secret of a card or payment, which is only held in memory. */
export type ToConfirm = { intent: SubscriptionIntent; clientSecret: string };

/** Action result that shows what a change costs, before it is made. */
export type ToAccept = {
  intent: SubscriptionIntent;
  preview: SubscriptionPreview;
  /** Whether another sum was shown before. */
  isOutdated: boolean;
  /** The coupon as it was typed. */
  couponId: string | null;
};

/** Action result that asks whether the subscription is to end. */
export type ToEnd = { intent: SubscriptionIntent; toEnd: true };

/** Action result of a change of plan that failed because the family has no card to charge. */
export type NeedsCard = { intent: SubscriptionIntent; needsCard: true };

/** Action result of a change of plan that was refused: why, and which plan was asked for; null if that is not known. */
export type PlanRefused = { intent: SubscriptionIntent; refusal: ConfirmProblem & { priceId: string | null } };

/** Action result that asks whether a card, or all of them, shall be removed, and says what follows. */
export type ToRemove = { removal: { id: string | null } };

const payment = (backend: Backend) => backend.clients.payment;

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
    const body = { successUrl: `${origin}${path}`, cancelUrl: `${origin}${path}`, locale };
    const { body: page } = await payment(session.backend).createCardCheckout({ body }, session.credentials);
    return redirect(page.url);
  }),
  [intents.makeDefault]: subscriptionAction(methodForm, async ({ id }, { request, session }) => {
    await payment(session.backend).changeCustomer(
      { body: { invoice_settings: { default_payment_method: id } } },
      session.credentials,
    );
    return cardsChanged("madeDefault", { request, session });
  }),
  [intents.removeCard]: subscriptionAction(removalForm, async ({ id, confirmed }, { request, session }) => {
    if (!confirmed && (await isLastOfRunning(session, id))) return data<ToRemove>({ removal: { id } });
    await payment(session.backend).deletePaymentMethods({ body: { id } }, session.credentials);
    return cardsChanged("removed", { request, session });
  }),
  [intents.removeCards]: subscriptionAction(removalOfAllForm, async ({ confirmed }, { request, session }) => {
    if (!confirmed) return data<ToRemove>({ removal: { id: null } });
    await payment(session.backend).deletePaymentMethods({}, session.credentials);
    return cardsChanged("allRemoved", { request, session });
  }),
  [intents.changePlan]: subscriptionAction(planForm, changePlan),
  [intents.keepPlan]: subscriptionAction(subscriptionFormWithoutFields, (_, sent) => keepPlan(sent, "planUnchanged")),
  [intents.planConfirmed]: subscriptionAction(planForm, planConfirmed),
  [intents.planRefused]: subscriptionAction(planRefusedForm, async ({ priceId, ...problem }, sent) => {
    await keepPlan(sent, "planUnchanged");
    return planRefused(problem, priceId ?? null);
  }),
  [intents.payOverdue]: subscriptionAction(subscriptionFormWithoutFields, payOverdue),
  [intents.overdueRefused]: subscriptionAction(refusedForm, (problem, { request }) => refusedBy(problem, request)),
  [intents.cancel]: subscriptionAction(cancelForm, async ({ confirmed }, sent) =>
    confirmed
      ? updateChosen(sent, (held) => ({ type: "cancel", prices: held }), "cancelled")
      : data<ToEnd>({ intent: intents.cancel, toEnd: true }),
  ),
  [intents.goOn]: subscriptionAction(goOnForm, ({ previewId }, sent) =>
    onceShown(sent, { intent: intents.goOn, previewId, change: { cancel_at_period_end: false } }, () =>
      updateChosen(sent, (held) => ({ type: "reactivate", prices: held }), "goesOn", previewId),
    ),
  ),
  [intents.pause]: subscriptionAction(pauseForm, ({ months, previewId }, sent) =>
    onceShown(sent, { intent: intents.pause, previewId, change: { pauseMonths: months } }, () =>
      changePause(sent, { months, previewId }),
    ),
  ),
  [intents.resume]: subscriptionAction(goOnForm, ({ previewId }, sent) =>
    onceShown(sent, { intent: intents.resume, previewId, change: { resumes: true } }, () =>
      changePause(sent, { months: null, previewId }),
    ),
  ),
  [intents.resumeConfirmed]: subscriptionAction(subscriptionFormWithoutFields, resumeConfirmed),
  [intents.coupon]: subscriptionAction(couponForm, ({ couponId, previewId }, sent) =>
    onceShown(sent, { intent: intents.coupon, previewId, change: { couponId } }, async () => {
      const { id } = await requireRunning(sent.session);
      await updateSubscriptionCoupon(sent.session.backend, sent.session, id, couponId, { previewId });
      return done(sent.request, "couponAdded");
    }),
  ),
  [intents.subscribe]: subscriptionAction(planForm, subscribe),
};

export async function submitSubscription(backend: Backend, request: Request) {
  requireSameOrigin(request);
  const session = await openForFamily(backend, request);
  const formData = await request.clone().formData();
  return actionOf<(sent: Sent) => Promise<unknown>>(actions, formData)({ request, session, formData });
}

/** Validates the form and calls `run`; validation errors are returned to the form, other service errors become a notice. */
function subscriptionAction<Schema extends z.ZodObject>(
  schema: Schema,
  run: (values: z.output<Schema>, sent: Sent) => Promise<unknown>,
) {
  return async (sent: Sent) => {
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

async function refused(error: ServiceError, request: Request): Promise<Response> {
  if (error.status === 401 || error.status === 404) throw new Response(null, { status: error.status });
  return refusedBy(problemOf(error), request);
}

function problemOf({ code, providerError }: ServiceError): ConfirmProblem {
  return {
    code: providerError?.decline_code ?? providerError?.code ?? code,
    message: providerError?.message ?? "",
  };
}

async function refusedBy(problem: ConfirmProblem, request: Request): Promise<Response> {
  return redirectWithNotice(path, "error", problemText(await getTranslator(request, "payment"), problem));
}

async function done(request: Request, what: string): Promise<Response> {
  const t = await getTranslator(request, "payment");
  return redirectWithNotice(path, "success", t(`done.${what}`));
}

/** Clears the error of a failed card; a card that is being added in another tab is not affected. */
async function cardsChanged(what: string, { request, session }: Pick<Sent, "request" | "session">): Promise<Response> {
  const response = await done(request, what);
  if (session.state.card.status !== "failed") return response;
  const card = transition(session.state.card, { type: "reset" });
  response.headers.append("Set-Cookie", (await session.save({ ...session.state, card }))["Set-Cookie"]);
  return response;
}

/** Waits for a pending card, then requests the secret of a new card from the provider. */
async function createClientSecret(_: object, sent: Sent) {
  const { request, session } = sent;
  const isFree = await waitWhilePending(
    async () => (await openForFamily(sent.session.backend, request)).state.card.status,
  );
  if (!isFree) return cardFailed(sent, session.state.card, cardErrors.noClientSecret);
  const pending = transition(session.state.card, { type: "begin" });
  await session.save({ ...session.state, card: pending });
  try {
    const { body } = await payment(sent.session.backend).createClientSecret({}, session.credentials);
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

function cardFailed(sent: Sent, card: CardPayment, error: string): Promise<Response> {
  return redirectWithCardError(sent, { ...sent.session.state, card: transition(card, { type: "failed", error }) });
}

/** Stores the state; the subscription page shows its card's error once. */
async function redirectWithCardError({ request, session }: Sent, state: PaymentState, to = path): Promise<Response> {
  const response = redirect(to, { headers: await session.save(state) });
  if (state.card.error !== null) response.headers.append("Set-Cookie", await cardErrorCookieHeader(request));
  return response;
}

/** Makes the card that the browser confirmed the default. */
async function saveConfirmedCard(
  { setupIntentId, status, paymentMethodId }: z.output<typeof confirmedForm>,
  sent: Sent,
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
    const { body: updated } = await payment(sent.session.backend).changeCustomer({ body }, session.credentials);
    card = transition(card, { type: "customer-updated", customer: updated.customer });
    await session.save({ ...session.state, card });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return cardFailed(sent, card, paymentErrors.changeCustomer);
  }
  const fetched = await fetchSubscriptionStore({ ...session, state: { ...session.state, card } });
  await session.save({ ...session.state, card: fetched.card, store: fetched.store });
  card = transition(fetched.card, { type: "succeeded" });
  const response = await done(request, "cardAdded");
  response.headers.append(
    "Set-Cookie",
    (await session.save({ ...session.state, card, store: fetched.store }))["Set-Cookie"],
  );
  return response;
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
async function onceShown(sent: Sent, { intent, previewId, change }: ShownChange, make: () => Promise<unknown>) {
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
  const { body: preview } = await payment(session.backend).previewSubscription({ body }, session.credentials);
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
async function changePlan({ priceId, previewId }: z.output<typeof planForm>, sent: Sent) {
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
    if ([400, 401, 404].includes(error.status)) throw error;
    return planRefused(problemOf(error), priceId);
  }
}

/**
 * Says in the plan's section that it was not changed, and why, and offers to try again. 200, since the framework reloads the page's data
 * only then: a change that waited for the bank is gone.
 */
function planRefused(problem: ConfirmProblem, priceId: string | null) {
  return data<PlanRefused>({ intent: intents.changePlan, refusal: { ...problem, priceId } });
}

/** Whether a card is chosen for the next payment; also if that cannot be read. */
async function hasChargedCard(session: FamilySession): Promise<boolean> {
  const { card, failures } = await fetchSubscriptionStore(session);
  if (failures.some((code) => code === paymentErrors.customer || code === paymentErrors.methods)) return true;
  return card.paymentMethods.some(({ id }) => id === card.defaultPaymentMethod);
}

/** Whether a card is the only one of a family whose subscription runs; also if that cannot be read. */
async function isLastOfRunning(session: FamilySession, id: string): Promise<boolean> {
  const { card, store, failures } = await fetchSubscriptionStore(session);
  if (failures.some((code) => code === paymentErrors.methods || code === paymentErrors.subscriptions)) return true;
  return runningOf(store) !== null && card.paymentMethods.every((method) => method.id === id);
}

/** Cancels a change of plan that waits for its payment, by selecting the current plan again. */
function keepPlan(sent: Sent, what: string) {
  return updateChosen(sent, (held) => ({ type: "select", prices: held }), what);
}

/** The browser reports that the bank confirmed; only the provider's state decides whether the plan has changed. */
async function planConfirmed({ priceId }: z.output<typeof planForm>, sent: Sent) {
  const { store } = await fetchSubscriptionStore(sent.session);
  const hasChanged = runningOf(store)?.items.some((item) => item.priceId === priceId);
  if (!hasChanged) {
    await keepPlan(sent, "planUnchanged");
    return planRefused({ code: "payment_intent_authentication_failure", message: "" }, priceId);
  }
  // Requesting the plan again changes nothing at the provider, but settles our state now instead of at the next webhook.
  const { id } = runningOf(store) ?? { id: "" };
  await payment(sent.session.backend).changeSubscription(
    { params: { id }, body: { priceId } },
    sent.session.credentials,
  );
  return keepPlan(sent, "planChanged");
}

/** Pauses the plan by some months, or ends the pause. @param months null: the pause ends */
async function changePause(
  { request, session }: Sent,
  { months, previewId = "" }: { months: PauseMonths | null; previewId?: string | undefined },
) {
  const { id } = await requireRunning(session);
  const named = { params: { id }, headers: { [previewHeader]: previewId } };
  const { clients } = session.backend;
  if (months !== null) {
    await clients.payment.pausePlan({ ...named, body: { months } }, session.credentials);
    return done(request, "paused");
  }
  const { body } = await clients.payment.resumePlan(named, session.credentials);
  const { paymentIntent } = body;
  if (paymentIntent) return data<ToConfirm>({ intent: intents.resume, clientSecret: paymentIntent.client_secret });
  return done(request, "resumed");
}

/** The browser reports that the bank confirmed; only the provider's state decides whether the plan goes on. */
async function resumeConfirmed(_: object, sent: Sent) {
  const { id, pausedFrom } = await requireRunning(sent.session);
  if (pausedFrom !== null) {
    await keepPlan(sent, "planUnchanged");
    return refusedBy({ code: "payment_intent_authentication_failure", message: "" }, sent.request);
  }
  // Asking for what is in force changes nothing at the provider, but settles our state now instead of at the next webhook.
  const body = { cancel_at_period_end: false };
  await payment(sent.session.backend).changeSubscription({ params: { id }, body }, sent.session.credentials);
  return done(sent.request, "resumed");
}

/** Charges a failed renewal to the default card. Submitted again after the bank's confirmation, it does not charge twice. */
async function payOverdue(_: object, { request, session }: Sent) {
  const { store } = await fetchSubscriptionStore(session);
  const running = runningOf(store);
  // The subscription has ended in the meantime: the page offers plans.
  if (!running) return redirect(path);
  const { body } = await payment(session.backend).payOverdue({ params: { id: running.id } }, session.credentials);
  const { paymentIntent } = body;
  if (paymentIntent) return data<ToConfirm>({ intent: intents.payOverdue, clientSecret: paymentIntent.client_secret });
  return done(request, "paid");
}

function runningOf({ customerSubscriptions }: SubscriptionStore) {
  return customerSubscriptions.find(({ endedAt }) => endedAt === null) ?? null;
}

/** Orders a new plan for a family whose subscription has ended, in the same way as the first. */
async function subscribe({ priceId }: z.output<typeof planForm>, sent: Sent) {
  const { session } = sent;
  const { body: me } = await sent.session.backend.clients.account.getMe({}, session.credentials);
  const request = { priceId, quantity: 1, name: `${me.firstname} ${me.lastname}`, email: me.email ?? me.username };
  const begun = transition(session.state.card, { type: "begin" });
  const ordered = await requestOrder(
    sent.session.backend,
    { ...session, state: { ...session.state, progress: initialProgress } },
    request,
  );
  const { error } = ordered.progress;
  const end: CardPaymentEvent = error
    ? { type: "failed", error: error.code }
    : { type: "subscription-added", subscriptionId: null };
  const card = transition(begun, end);
  return redirectWithCardError(sent, { ...ordered, card }, "/signup/payment");
}

/**
 * Stores the family's choice in the subscription store and sends the changes.
 * @param choose returns the choice, given the current prices
 */
async function updateChosen(
  { request, session }: Sent,
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
  const response = await done(request, what);
  response.headers.append("Set-Cookie", (await session.save(state))["Set-Cookie"]);
  return response;
}
