import { data, redirect } from "@remix-run/node";
import type { Backend } from "~/clients/backend";
import { requireSameOrigin } from "~/clients/same-origin.server";
import { openPaymentSession, type PaymentSession } from "~/payment/payment-session.server";
import { loadPlans } from "~/payment/plans.server";
import type { Order } from "~/services/contracts/payment";
import { ServiceError } from "~/services/contracts/service-error";
import type { Subscription } from "~/services/contracts/subscription";
import { clearedDeclineCookie, declineCookieHeader, declineMarkOf } from "~/session/cookies.server";
import { advance, advanceByStatus, readOrder } from "./order.server";
import { type Bought, boughtOf, boughtTrial, declineOf, isPaidByAnother, isPlanChanged } from "./order-result";
import { findPaidElsewhere, findRunningPlan, settlePaidElsewhere } from "./paid-elsewhere.server";
import { nextStepSchema } from "./signup-form";

/**
 * Return page after paying. It requires no login and trusts only the provider's status, not its own query.
 * docs/product/shell.md#screens.
 */

type SuccessState =
  /** Paid, or within the trial: books can be opened. */
  | "open"
  /** The provider is still processing the payment. */
  | "processing"
  /** Declined, or cancelled on the provider's page. */
  | "failed"
  /** The status cannot be read at the moment. */
  | "unavailable"
  /** This browser has no order. */
  | "none";

type SuccessData = {
  state: SuccessState;
  isLoggedIn: boolean;
  /** What the family has now; null unless the state is open, and if it cannot be read. */
  bought: Bought | null;
  /** Whether the plan was paid in another tab or on another device, so that this one charged nothing. */
  isElsewhere: boolean;
  /** Whether this browser's order was cancelled, perhaps in another tab while the bank asked, so that nothing was charged. */
  isCanceled: boolean;
  /** Why the payment failed; null if the provider gave no reason. */
  decline: { code: string; message: string } | null;
};

type StoredOrder = Awaited<ReturnType<typeof readOrder>>;

const unpaid = ["requires_payment_method", "requires_confirmation", "requires_action", "canceled"];
const paymentPath = "/signup/payment";

/** @throws Response a redirect to the payment step if the decline was shown before, or the order was not confirmed */
export async function loadSuccess(backend: Backend, request: Request) {
  const session = await openPaymentSession(backend, request);
  const order = await readOrder(session.backend, session);
  const state = await stateOf(session, order);
  if (state === "processing" && isToConfirm(orderIn(order))) throw redirect(paymentPath);
  const isLoggedIn = session.person !== null;
  const page: SuccessData = { state, isLoggedIn, bought: null, isElsewhere: false, isCanceled: false, decline: null };
  if (state === "open") {
    const running = await findRunningPlan(session);
    const isTold = new URL(request.url).searchParams.has("elsewhere");
    page.bought = await readBought(session, order, running);
    page.isElsewhere = page.bought?.kind === "plan" && (isTold || isPaidByAnother(orderIn(order), running));
  }
  page.isCanceled = !page.isElsewhere && isOfCanceledOrder(request, order);
  const failed = state === "failed" ? orderIn(order) : null;
  if (!failed) return data(page);
  if ((await declineMarkOf(request)) === failed.id) throw redirect(paymentPath);
  page.decline = declineOf(failed);
  return data(page, { headers: { "Set-Cookie": await declineCookieHeader(request, failed.id) } });
}

async function stateOf(session: PaymentSession, order: StoredOrder): Promise<SuccessState> {
  if (order === "unavailable") return "unavailable";
  if (order?.status === "completed" || order?.paymentStatus?.status === "succeeded") return "open";
  if (await hasPeriod(session)) return "open";
  if (order === null || order.status === "canceled") {
    if (await findPaidElsewhere(session)) return "open";
    return order === null ? "none" : "failed";
  }
  if (order.status === "failed") return "failed";
  // A hosted page has no payment before it is used, so the order is still waiting.
  return order.paymentStatus && unpaid.includes(order.paymentStatus.status) ? "failed" : "processing";
}

/** Nothing is to be paid, and the family has not pressed the order button. */
function isToConfirm(order: Order | null): boolean {
  return order !== null && order.status === "created" && order.amount === 0 && order.paymentStatus === null;
}

/** Whether the order was cancelled; after a cancellation in another tab this browser has no order, and the bank's page says how it ended. */
function isOfCanceledOrder(request: Request, order: StoredOrder): boolean {
  if (order === null) return new URL(request.url).searchParams.get("redirect_status") === "failed";
  return order !== "unavailable" && order.status === "canceled";
}

function orderIn(order: StoredOrder): Order | null {
  return order === "unavailable" ? null : order;
}

async function readBought(
  { person, backend, credentials }: PaymentSession,
  order: StoredOrder,
  running: Subscription | null,
): Promise<Bought | null> {
  const me = person ? (await backend.clients.account.getMe({}, credentials)).body : null;
  const email = me ? (me.email ?? me.username) : null;
  const own = orderIn(order);
  const prices = isPlanChanged(own, running) ? (await loadPlans(backend, { credentials })).prices : [];
  const plan = boughtOf(own, running, email, prices);
  return plan ?? boughtTrial(me?.family?.endsOn ?? null);
}

async function hasPeriod({ person, credentials }: PaymentSession): Promise<boolean> {
  if (!person) return false;
  const { body } = await person.backend.clients.account.getMe({}, credentials);
  return body.family?.state === "running";
}

/** Settles the order now instead of waiting for the webhook, and redirects to the shelf, or to the page that adds a child. */
export async function submitSuccess(backend: Backend, request: Request) {
  requireSameOrigin(request);
  const session = await openPaymentSession(backend, request);
  const { next } = nextStepSchema.parse(Object.fromEntries(await request.clone().formData()));
  const { orderId } = session.state.progress;
  const target = next === "child" ? "/profile/children/new" : "/bookshelf";
  const page = session.person ? target : `/login?redirect=${encodeURIComponent(target)}`;
  if (orderId === null) {
    if (!(await hasPeriod(session))) await settlePaidElsewhere(session);
    return redirect(page);
  }
  const order = await settle(session, orderId);
  const state = await advanceByStatus(backend, session, order);
  if (order?.status !== "completed") {
    if (order?.status === "canceled" && !(await hasPeriod(session))) await settlePaidElsewhere(session);
    // Within the trial an order may stay unpaid, so only the period matters.
    const place = (await hasPeriod(session)) ? page : "/signup/success";
    return redirect(place, { headers: await session.save(state) });
  }
  if (state.progress.step === "completed") return redirect(page);
  const completed = await advance(backend, { ...session, state }, { type: "set", step: "completed" });
  const response = redirect(page, { headers: await session.save(completed) });
  response.headers.append("Set-Cookie", await clearedDeclineCookie(request));
  return response;
}

/** Settles the order with the provider; null if the service fails. */
async function settle({ backend, headers, credentials }: PaymentSession, id: string): Promise<Order | null> {
  try {
    const { body } = await backend.clients.payment.settleOrder({ params: { id }, headers }, credentials);
    return body;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status < 500) throw error;
    return null;
  }
}
