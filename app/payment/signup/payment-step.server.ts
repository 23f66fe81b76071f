import { redirect } from "@remix-run/node";
import type { Backend } from "~/clients/backend";
import { requestContextOf } from "~/clients/request-context.server";
import { requireSameOrigin } from "~/clients/same-origin.server";
import { formResult } from "~/forms/form-result.server";
import { actionOf } from "~/forms/intents";
import { readForm } from "~/forms/read-form";
import { getTranslator } from "~/i18n/i18n.server";
import { couponSchema } from "~/payment/coupon-schema";
import { openPaymentSession, type PaymentSession } from "~/payment/payment-session.server";
import { loadPlans, type PlansPageData } from "~/payment/plans.server";
import { problemText } from "~/payment/provider/problem-text";
import { loadProvider, type Provider } from "~/payment/provider/provider.server";
import { type Order, paymentErrors, paymentMessages } from "~/services/contracts/payment";
import { ServiceError } from "~/services/contracts/service-error";
import { requireParent } from "~/session/guard.server";
import { redirectWithNotice } from "~/shell/notice.server";
import { advance, advanceByStatus, readOrder, requestOrder } from "./order.server";
import { findPaidElsewhere } from "./paid-elsewhere.server";
import type { OrderRequest, PaymentProgress, ProgressError } from "./payment-progress.machine";
import { failureFormSchema, orderFormSchema, paymentIntents, signupMessages } from "./signup-form";

/** Second page of sign-up, and the only one for an unpaid family: plan, coupon and card. docs/product/shell.md#sign-up-payment. */

export type PaymentStepData = PlansPageData & {
  order: Order | null;
  /** Error code if the payment's status could not be read. */
  problemCode: string | null;
  /** Progress of the payment, with the error of the last order or payment. */
  progress: PaymentProgress;
  /** Null if the country takes no payments. */
  provider: Provider | null;
  isTrialOffered: boolean;
};

const path = "/signup/payment";
const successPath = "/signup/success";

/** @throws Response a redirect if there is neither an account nor an order here, or if the order is paid */
export async function loadPaymentStep(backend: Backend, request: Request): Promise<PaymentStepData> {
  const session = await openForPayment(backend, request);
  const order = await readOrder(backend, session);
  if (isOrder(order) && isPaid(order)) throw redirect(successPath);
  // Paid in another browser: the success page settles it when the user goes on, since a GET writes nothing.
  if (order === null && (await findPaidElsewhere(session))) throw redirect(successPath);
  const [plans, provider, isTrialOffered] = await Promise.all([
    loadPlans(backend, session),
    loadProvider(backend, session),
    trialOffered(session),
  ]);
  return {
    ...plans,
    problem: order === "unavailable" ? "unavailable" : plans.problem,
    problemCode: order === "unavailable" ? paymentErrors.paymentStatus : null,
    order: isOpen(order) ? order : null,
    progress: session.state.progress,
    provider,
    isTrialOffered,
  };
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
    if (me.family.state === "running") await requireOrder(session);
  }
  return session;
}

/** @throws Response a redirect to the success or subscription page for a family that can read and has no open order */
async function requireOrder(session: PaymentSession): Promise<void> {
  const order = await readOrder(session.backend, session);
  if (isOpen(order)) return;
  const isNew = isOrder(order) && order.status === "completed" && session.state.progress.step !== "completed";
  throw redirect(isNew ? successPath : "/subscription");
}

async function trialOffered({ backend, credentials, headers }: PaymentSession): Promise<boolean> {
  try {
    const { body } = await backend.clients.payment.getTrial({ headers }, credentials);
    return body.isOffered;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return false;
  }
}

type Sent = { request: Request; session: PaymentSession; formData: FormData };

const actions = {
  [paymentIntents.order]: orderPlan,
  [paymentIntents.coupon]: redeemCoupon,
  [paymentIntents.trial]: startTrial,
  [paymentIntents.checkout]: goToCheckout,
  [paymentIntents.retry]: retry,
  [paymentIntents.processing]: noteProcessing,
  [paymentIntents.failed]: noteFailure,
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
  if (wish.couponId === undefined || state.progress.error?.message !== paymentMessages.invalidCoupon) {
    return redirect(path, { headers: await session.save(state) });
  }
  // The coupon applies to the other plan only.
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
  const isCoupon = error.message === paymentMessages.invalidCoupon || error.code === "ValidationError";
  const isTooMuch = error.code === "too_many_attempts";
  const reason = isTooMuch ? signupMessages.tooManyAttempts : error.message;
  return formResult(session.backend, null, {
    request,
    submission,
    intent: paymentIntents.coupon,
    ...(isTooMuch ? { status: 429 } : {}),
    fieldErrors: { couponId: [isCoupon ? paymentMessages.invalidCoupon : reason] },
  });
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

/** Redirects to the provider's own page, for browsers without script; it returns to the success page. */
async function goToCheckout({ request, session }: Sent) {
  const wanted = session.state.progress.request;
  if (!wanted) return redirect(path);
  const { origin } = requestContextOf(request);
  const { locale } = session;
  const page = { successUrl: `${origin}${successPath}`, cancelUrl: `${origin}${path}`, locale };
  try {
    const { clients } = session.backend;
    const { body } = await clients.payment.createCheckout(
      { body: { ...wanted, ...page }, headers: session.headers },
      session.credentials,
    );
    const event = { type: "order-created", orderId: body.order.id, intentId: null } as const;
    const ordered = await advance(session.backend, session, event);
    const state = await advance(session.backend, { ...session, state: ordered }, { type: "set", step: "processing" });
    return redirect(body.url, { headers: await session.save(state) });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const failed = { type: "order-failed", error: { code: error.code, message: error.message } } as const;
    return redirect(path, { headers: await session.save(await advance(session.backend, session, failed)) });
  }
}

async function retry({ session }: Sent) {
  return redirect(path, { headers: await session.save(await advance(session.backend, session, { type: "retry" })) });
}

/** The browser has begun to confirm the payment with the provider. */
async function noteProcessing({ session }: Sent) {
  const state = await advance(session.backend, session, { type: "set", step: "processing" });
  return redirect(path, { headers: await session.save(state) });
}

/** The provider's error in the browser; it is only shown again after a reload. */
async function noteFailure({ session, formData }: Sent) {
  const { failure: code, message } = readForm(formData, failureFormSchema).values;
  const error: ProgressError = { code, message };
  const read = await advanceByStatus(session.backend, session, await readOrder(session.backend, session));
  const state = await advance(session.backend, { ...session, state: read }, { type: "payment-failed", error });
  return redirect(path, { headers: await session.save(state) });
}

async function requestFor({ state, person, credentials }: PaymentSession, priceId: string): Promise<OrderRequest> {
  if (state.progress.request) return { ...state.progress.request, priceId };
  if (!person) throw redirect("/signup");
  const { body: me } = await person.backend.clients.account.getMe({}, credentials);
  return { priceId, quantity: 1, name: `${me.firstname} ${me.lastname}`, email: me.email ?? me.username };
}
