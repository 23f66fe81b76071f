import { data, redirect } from "@remix-run/node";
import type { Backend } from "~/clients/backend";
import { requestContextOf } from "~/clients/request-context.server";
import { requireSameOrigin } from "~/clients/same-origin.server";
import { formResult } from "~/forms/form-result.server";
import { actionOf } from "~/forms/intents";
import { readForm } from "~/forms/read-form";
import { getTranslator } from "~/i18n/i18n.server";
import { couponSchema } from "~/payment/coupon-schema";
import { openPaymentSession, type PaymentSession, type PaymentState } from "~/payment/payment-session.server";
import { loadPlans, type PlansPageData } from "~/payment/plans.server";
import { confirmCodes } from "~/payment/provider/confirm";
import { problemText } from "~/payment/provider/problem-text";
import { loadProvider, type Provider } from "~/payment/provider/provider.server";
import { monthsAfter } from "~/realms/months-after";
import { consentVersion, type Order, type PaymentMethod, type Price } from "~/services/contracts/payment";
import { paymentErrors, paymentMessages } from "~/services/contracts/payment-errors";
import { ServiceError } from "~/services/contracts/service-error";
import { clearedDeclineCookie, declineCookieHeader, declineMarkOf } from "~/session/cookies.server";
import { requireParent } from "~/session/guard.server";
import { redirectWithNotice } from "~/shell/notice.server";
import { findKeptCard } from "./kept-card.server";
import { advance, advanceByStatus, readOrder, requestOf, requestOrder } from "./order.server";
import { declineOf } from "./order-result";
import { findPaidElsewhere } from "./paid-elsewhere.server";
import {
  initialProgress,
  type OrderRequest,
  type PaymentProgress,
  type ProgressError,
} from "./payment-progress.machine";
import { consentFormSchema, failureFormSchema, orderFormSchema, paymentIntents, signupMessages } from "./signup-form";

/** Second page of sign-up, and the only one for an unpaid family: plan, coupon and card. docs/product/shell.md#sign-up-payment. */

export type PaymentStepData = PlansPageData & {
  order: Order | null;
  /** Error code if the payment's status could not be read. */
  problemCode: string | null;
  /** Progress of the payment. Its error is that of the last order, or of a decline that was not shown yet. */
  progress: PaymentProgress;
  /** Null if the country takes no payments. */
  provider: Provider | null;
  isTrialOffered: boolean;
  /** Last day of a trial that runs, whose free days end with a purchase; null without one. */
  trialEndsOn: string | null;
  /** When a plan that is paid now is charged again, ISO 8601; null without an order. */
  nextPaymentAt: string | null;
  /** The order that was begun and left, perhaps in another browser; null while it is being paid here, and without one. */
  leftOrder: Order | null;
  /** Whether the family has asked, before an earlier attempt to pay the order, that the plan starts at once. */
  startsNow: boolean;
  /** Whether the family has just signed up, so that this is the second of two steps. */
  isSignup: boolean;
  /** The card that later payments are taken from where nothing is paid now; null without one. */
  keptCard: PaymentMethod | null;
};

const path = "/signup/payment";
const successPath = "/signup/success";

/** The order was cancelled in another tab while this one paid. */
const canceledError: ProgressError = { code: paymentErrors.orderCanceled, message: "" };

/** Mark of a decline that no page has shown yet. */
const newDecline = "new";

/**
 * A decline is shown once, with the reason of the last attempt; `?elsewhere=1` says that another tab has paid, replaced or cancelled the order.
 * @throws Response a redirect if there is neither an account nor an order here, or if the order is paid
 */
export async function loadPaymentStep(backend: Backend, request: Request) {
  const session = await openForPayment(backend, request);
  const order = await readOrder(backend, session);
  const isElsewhere = isSentElsewhere(request);
  if (isOrder(order) && isPaid(order)) throw redirect(isElsewhere ? `${successPath}?elsewhere=1` : successPath);
  // Paid in another browser: the success page settles it when the user goes on, since a GET writes nothing.
  if ((order === null || isReplaced(order)) && (await findPaidElsewhere(session))) throw redirect(successPath);
  const [plans, provider, trial, startsNow, keptCard] = await Promise.all([
    loadPlans(backend, session),
    loadProvider(backend, session),
    readTrial(session),
    isOpen(order) ? readConsent(session, order.id) : false,
    isOpen(order) && order.amount === 0 ? findKeptCard(session) : null,
  ]);
  const { progress, mark } = await progressToShow(request, session, order);
  const leftOrder = progress.step === "processing" && isOpen(order) ? order : await findOrderElsewhere(session, order);
  const page: PaymentStepData = {
    ...plans,
    problem: order === "unavailable" ? "unavailable" : plans.problem,
    problemCode: order === "unavailable" ? paymentErrors.paymentStatus : null,
    order: isOpen(order) ? order : null,
    progress: isElsewhere && !isOpen(order) && !leftOrder ? { ...progress, error: canceledError } : progress,
    provider,
    isTrialOffered: trial.isOffered,
    trialEndsOn: trial.endsOn,
    nextPaymentAt: isOpen(order) ? nextPaymentOf(order, plans.prices) : null,
    startsNow,
    isSignup: await isSignup(session),
    keptCard,
    leftOrder: session.person ? leftOrder : null,
  };
  return data(page, { headers: mark === null ? {} : { "Set-Cookie": mark } });
}

/** The family's open order if it is not this browser's; a failure is as if there were none, since a new order replaces it. */
async function findOrderElsewhere({ backend, person, credentials }: PaymentSession, order: StoredOrder) {
  if (!person || isOpen(order) || order === "unavailable") return null;
  try {
    return (await backend.clients.payment.getOpenOrder({}, credentials)).body.order;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return null;
  }
}

function nextPaymentOf({ priceId }: Order, prices: readonly Price[]): string | null {
  const price = prices.find(({ id }) => id === priceId);
  if (!price) return null;
  const months = price.interval === "year" ? 12 : 1;
  return new Date(monthsAfter(Date.now() / 1000, months * price.intervalCount) * 1000).toISOString();
}

/**
 * The progress with a decline that no page has shown yet, else without one. A decline in our card form is marked as new by its note; one on
 * the provider's page is known from the order, and marked as shown by the order's id.
 * @returns `mark`: the cookie that keeps later visits from repeating it
 */
async function progressToShow(
  request: Request,
  { state: { progress } }: PaymentSession,
  order: StoredOrder,
): Promise<{ progress: PaymentProgress; mark: string | null }> {
  const shown = await declineMarkOf(request);
  if (shown === newDecline) return { progress, mark: await clearedDeclineCookie(request) };
  if (!isOpen(order)) return { progress, mark: null };
  if (progress.step === "processing" && isDeclined(order) && shown !== order.id) {
    const error = declineOf(order) ?? { code: paymentErrors.payment, message: "" };
    return { progress: { ...progress, step: "failed", error }, mark: await declineCookieHeader(request, order.id) };
  }
  const step = progress.step === "failed" ? "created" : progress.step;
  return { progress: { ...progress, step, error: null }, mark: null };
}

type StoredOrder = Awaited<ReturnType<typeof readOrder>>;

function isOrder(order: StoredOrder): order is Order {
  return order !== null && order !== "unavailable";
}

/** Also true before the webhook arrived: the page after paying then settles the order. */
function isPaid({ status, paymentStatus }: Order): boolean {
  return status === "completed" || paymentStatus?.status === "succeeded";
}

function isOpen(order: StoredOrder): order is Order {
  return isOrder(order) && order.status !== "canceled" && order.status !== "completed";
}

function isReplaced(order: StoredOrder): boolean {
  return isOrder(order) && order.status === "canceled";
}

/** Declined on the provider's page, which does not tell our page. */
function isDeclined({ status, paymentStatus }: Order): boolean {
  return status === "failed" || (paymentStatus?.status === "requires_payment_method" && paymentStatus.error != null);
}

/**
 * Requires a signed-in family that has not paid yet, or a browser that has registered one. A family that can read already, e.g. within the
 * trial, needs an order.
 * @throws Response a redirect to the login page while a child profile is active: only parents pay
 */
async function openForPayment(backend: Backend, request: Request): Promise<PaymentSession> {
  const session = await openPaymentSession(backend, request);
  if (session.person) await requireParent(backend, request);
  if (!session.person && session.state.signup.status !== "successful") throw redirect("/signup");
  if (session.person) {
    const { body: me } = await backend.clients.account.getMe({}, session.credentials);
    if (me.family === null) throw redirect("/");
    if (me.family.state === "running") await requireOrder(session, request);
  }
  return session;
}

/** @throws Response a redirect to the success or subscription page for a family that can read and has no open order */
async function requireOrder(session: PaymentSession, request: Request): Promise<void> {
  const order = await readOrder(session.backend, session);
  if (isOpen(order)) return;
  if (isSentElsewhere(request) && (order === null || isReplaced(order))) throw await leaveCanceled(session, request);
  const isNew = isOrder(order) && order.status === "completed" && session.state.progress.step !== "completed";
  throw redirect(isNew ? successPath : "/subscription");
}

/** Where a tab goes whose order ended in another one while the family can read: it is told which plan runs, or that nothing was charged. */
async function leaveCanceled(session: PaymentSession, request: Request): Promise<Response> {
  if (await findPaidElsewhere(session)) return redirect(`${successPath}?elsewhere=1`);
  const t = await getTranslator(request, "payment");
  return redirectWithNotice("/subscription", "warning", problemText(t, canceledError));
}

/** Whether the browser reports that the order can no longer be paid. */
function isSentElsewhere(request: Request): boolean {
  return new URL(request.url).searchParams.has("elsewhere");
}

/** A family that has had a trial or a plan buys again. */
async function isSignup({ person, credentials }: PaymentSession): Promise<boolean> {
  if (!person) return true;
  const { body: me } = await person.backend.clients.account.getMe({}, credentials);
  return me.family?.state === "unpaid";
}

async function readTrial({ backend, credentials, headers }: PaymentSession) {
  try {
    const { body } = await backend.clients.payment.getTrial({ headers }, credentials);
    return body;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { isOffered: false, endsOn: null };
  }
}

/** The family's own choice, which a declined payment does not take back; false if it is not known. */
async function readConsent({ backend, person, credentials }: PaymentSession, id: string): Promise<boolean> {
  if (!person) return false;
  try {
    const { body } = await backend.clients.payment.getConsents({}, credentials);
    return body.data.some(({ orderId, consentedAt }) => orderId === id && consentedAt !== null);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return false;
  }
}

type Sent = { request: Request; session: PaymentSession; formData: FormData };

const actions = {
  [paymentIntents.order]: orderPlan,
  [paymentIntents.coupon]: redeemCoupon,
  [paymentIntents.removeCoupon]: removeCoupon,
  [paymentIntents.trial]: startTrial,
  [paymentIntents.checkout]: goToCheckout,
  [paymentIntents.retry]: retry,
  [paymentIntents.processing]: noteProcessing,
  [paymentIntents.failed]: noteFailure,
  [paymentIntents.continueOrder]: continueLeftOrder,
  [paymentIntents.cancelOrder]: cancelLeftOrder,
};

export async function submitPaymentStep(backend: Backend, request: Request) {
  requireSameOrigin(request);
  const session = await openForPayment(backend, request);
  const formData = await request.clone().formData();
  return actionOf<(sent: Sent) => Promise<unknown>>(actions, formData)({ request, session, formData });
}

async function orderPlan({ request, session, formData }: Sent) {
  const { submission } = readForm(formData, orderFormSchema);
  if (submission.status !== "success")
    return formResult(session.backend, null, { request, submission, intent: paymentIntents.order });
  const wish = await requestFor(session, submission.value.priceId);
  const state = await requestOrder(session.backend, session, wish);
  if (wish.couponId === undefined || !isCouponRefusal(state.progress.error)) {
    return redirectShowing(request, session, state);
  }
  // The coupon does not apply to this plan.
  const { couponId: _, ...withoutCoupon } = wish;
  const saved = await session.save(await requestOrder(session.backend, session, withoutCoupon));
  const t = await getTranslator(request, "payment");
  const response = await redirectWithNotice(path, "warning", t("coupon.notForPlan"));
  response.headers.append("Set-Cookie", saved["Set-Cookie"]);
  return response;
}

/** Orders again with a coupon; an invalid coupon leaves the order unchanged. */
async function redeemCoupon({ request, session, formData }: Sent) {
  const { submission } = readForm(formData, couponSchema);
  const wanted = session.state.progress.request;
  if (submission.status !== "success" || !wanted)
    return formResult(session.backend, null, { request, submission, intent: paymentIntents.coupon });
  const state = await requestOrder(session.backend, session, { ...wanted, couponId: submission.value.couponId });
  const { error } = state.progress;
  // Replaces the form's fragment, which browsers keep: the new price is at the page's top.
  if (error === null) return redirect(`${path}#main`, { headers: await session.save(state) });
  const isTooMuch = error.code === "too_many_attempts";
  const isWrongText = error.code === "ValidationError" && !isCouponRefusal(error);
  const reason = isTooMuch
    ? signupMessages.tooManyAttempts
    : isWrongText
      ? paymentMessages.invalidCoupon
      : error.message;
  return formResult(session.backend, null, {
    request,
    submission,
    intent: paymentIntents.coupon,
    ...(isTooMuch ? { status: 429 } : {}),
    fieldErrors: { couponId: [reason] },
  });
}

/** Orders the same without the coupon. */
async function removeCoupon({ request, session }: Sent) {
  const wanted = session.state.progress.request;
  if (!wanted) return redirect(path);
  const { couponId: _, ...withoutCoupon } = wanted;
  return redirectShowing(request, session, await requestOrder(session.backend, session, withoutCoupon));
}

function isCouponRefusal(error: ProgressError | null): boolean {
  return error?.message.startsWith(paymentMessages.invalidCoupon) ?? false;
}

async function startTrial({ request, session }: Sent) {
  const t = await getTranslator(request, "payment");
  try {
    await session.backend.clients.payment.startTrial({ headers: session.headers }, session.credentials);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // Paid, or being paid, in another tab: the success page shows the status.
    if (error.code === paymentErrors.runs) return redirect(successPath);
    const message =
      error.code === paymentErrors.noTrial
        ? t("errors.trial_used")
        : problemText(t, { code: error.code, message: error.message });
    return redirectWithNotice(path, "error", message);
  }
  // The order was cancelled together with its payment.
  const state = await advance(session.backend, session, { type: "reset" });
  return redirect(successPath, { headers: await session.save(state) });
}

/**
 * Redirects to the provider's own page, for browsers without script; it returns to the success page. An order without anything to pay begins
 * at once.
 */
async function goToCheckout({ request, session, formData }: Sent) {
  const wanted = session.state.progress.request;
  if (!wanted) return redirect(path);
  const { origin } = requestContextOf(request);
  const { locale } = session;
  const page = { successUrl: `${origin}${successPath}`, cancelUrl: `${origin}${path}`, locale };
  const order = await readOrder(session.backend, session);
  // Before a plan begins that costs nothing now; a page of the provider's has an order of its own.
  const freeId = isOpen(order) && order.amount === 0 ? order.id : null;
  if (freeId !== null) await recordConsent({ request, session, formData }, freeId);
  try {
    const { clients } = session.backend;
    const { body } = await clients.payment.createCheckout(
      { body: { ...wanted, ...page }, headers: session.headers },
      session.credentials,
    );
    if (body.order.id !== freeId) await recordConsent({ request, session, formData }, body.order.id);
    const event = { type: "order-created", orderId: body.order.id, intentId: null } as const;
    const ordered = await advance(session.backend, session, event);
    const state = await advance(session.backend, { ...session, state: ordered }, { type: "set", step: "processing" });
    const response = redirect(body.url, { headers: await session.save(state) });
    response.headers.append("Set-Cookie", await clearedDeclineCookie(request));
    return response;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const failed = { type: "order-failed", error: { code: error.code, message: error.message } } as const;
    return redirectShowing(request, session, await advance(session.backend, session, failed));
  }
}

/** Redirects to the payment step, which shows the state's error once. */
async function redirectShowing(request: Request, session: PaymentSession, state: PaymentState): Promise<Response> {
  const response = redirect(path, { headers: await session.save(state) });
  const isNew = state.progress.error !== null;
  const mark = isNew ? await declineCookieHeader(request, newDecline) : await clearedDeclineCookie(request);
  response.headers.append("Set-Cookie", mark);
  return response;
}

/** The same order again, as docs/product/shell.md#sign-up-payment has it; the page then shows no more of the decline. */
async function retry({ request, session }: Sent) {
  return redirectShowing(request, session, await advance(session.backend, session, { type: "retry" }));
}

/** Goes on paying the order that was left, from the beginning: the same order again has the same payment. */
async function continueLeftOrder({ request, session }: Sent) {
  const { body } = await session.backend.clients.payment.getOpenOrder({}, session.credentials);
  // Paid or cancelled in the meantime, which the page then says.
  if (!body.order) return redirect(path);
  const begun = { ...session, state: { ...session.state, progress: initialProgress } };
  return redirectShowing(request, session, await requestOrder(session.backend, begun, requestOf(body.order)));
}

/** Cancels the order that was left, so that its invoice can no longer be paid; another plan can then be chosen. */
async function cancelLeftOrder({ session, request, formData }: Sent) {
  const id = String(formData.get("id") ?? "");
  try {
    await session.backend.clients.payment.cancelOrder({ params: { id } }, session.credentials);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // Paid, or being paid, in another tab: the success page shows the status.
    if (error.code === paymentErrors.runs) return redirect(successPath);
    if (error.status === 404) throw new Response(null, { status: 404 });
    const t = await getTranslator(request, "payment");
    return redirectWithNotice(path, "error", problemText(t, { code: error.code, message: error.message }));
  }
  const t = await getTranslator(request, "payment");
  const response = await redirectWithNotice(path, "success", t("done.orderCancelled"));
  const saved = await session.save({ ...session.state, progress: initialProgress });
  response.headers.append("Set-Cookie", saved["Set-Cookie"]);
  return response;
}

/** The browser has begun to confirm the payment with the provider. */
async function noteProcessing({ request, session, formData }: Sent) {
  const { orderId } = session.state.progress;
  if (orderId !== null) await recordConsent({ request, session, formData }, orderId);
  const state = await advance(session.backend, session, { type: "set", step: "processing" });
  const response = redirect(path, { headers: await session.save(state) });
  response.headers.append("Set-Cookie", await clearedDeclineCookie(request));
  return response;
}

/** Stores whether the box was ticked. A failure does not hold up the payment: without a record the box counts as empty. */
async function recordConsent({ request, session, formData }: Sent, id: string): Promise<void> {
  const { backend, credentials, headers } = session;
  const isConsented = readForm(formData, consentFormSchema).values.startNow === "on";
  const body = { version: consentVersion, isConsented };
  try {
    await backend.clients.payment.recordConsent({ params: { id }, body, headers }, credentials);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    backend.errors.report(error, { where: "page", requestId: requestContextOf(request).requestId });
  }
}

/** The provider's error in the browser; the next page that is shown has it, and none after that. */
async function noteFailure({ request, session, formData }: Sent) {
  const { failure: code, message } = readForm(formData, failureFormSchema).values;
  const error: ProgressError = { code, message };
  const read = await advanceByStatus(session.backend, session, await readOrder(session.backend, session));
  const state = await advance(session.backend, { ...session, state: read }, { type: "payment-failed", error });
  const response = redirect(path, { headers: await session.save(state) });
  // Without the provider's script nothing was declined, and the form has said so.
  if (code !== confirmCodes.notLoaded) {
    response.headers.append("Set-Cookie", await declineCookieHeader(request, newDecline));
  }
  return response;
}

async function requestFor({ state, person, credentials }: PaymentSession, priceId: string): Promise<OrderRequest> {
  if (state.progress.request) return { ...state.progress.request, priceId };
  if (!person) throw redirect("/signup");
  const { body: me } = await person.backend.clients.account.getMe({}, credentials);
  return { priceId, quantity: 1, name: `${me.firstname} ${me.lastname}`, email: me.email ?? me.username };
}
