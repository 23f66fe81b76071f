import { redirect } from "@remix-run/node";
import type { Backend } from "~/clients/backend";
import { requireSameOrigin } from "~/clients/same-origin.server";
import { openPaymentSession, type PaymentSession } from "~/payment/payment-session.server";
import type { Order } from "~/services/contracts/payment";
import { ServiceError } from "~/services/contracts/service-error";
import { advance, advanceByStatus, readOrder } from "./order.server";
import { findPaidElsewhere, settlePaidElsewhere } from "./paid-elsewhere.server";

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

type SuccessData = { state: SuccessState; isLoggedIn: boolean };

const unpaid = ["requires_payment_method", "requires_confirmation", "requires_action", "canceled"];

export async function loadSuccess(backend: Backend, request: Request): Promise<SuccessData> {
  const session = await openPaymentSession(backend, request);
  return { state: await stateOf(session), isLoggedIn: session.person !== null };
}

async function stateOf(session: PaymentSession): Promise<SuccessState> {
  const order = await readOrder(session.backend, session);
  if (order === "unavailable") return "unavailable";
  if (order?.status === "completed" || order?.paymentStatus?.status === "succeeded") return "open";
  if (await hasPeriod(session)) return "open";
  if (order === null) return (await findPaidElsewhere(session)) ? "open" : "none";
  if (order.status === "failed" || order.status === "canceled") return "failed";
  // A hosted page has no payment before it is used, so the order is still waiting.
  return order.paymentStatus && unpaid.includes(order.paymentStatus.status) ? "failed" : "processing";
}

async function hasPeriod({ person, credentials }: PaymentSession): Promise<boolean> {
  if (!person) return false;
  const { body } = await person.backend.clients.account.getMe({}, credentials);
  return body.family?.state === "running";
}

/** Settles the order now instead of waiting for the webhook, and redirects to the shelf. */
export async function submitSuccess(backend: Backend, request: Request) {
  requireSameOrigin(request);
  const session = await openPaymentSession(backend, request);
  const { orderId } = session.state.progress;
  const target = session.person ? "/bookshelf" : "/login?redirect=%2Fbookshelf";
  if (orderId === null) {
    if (!(await hasPeriod(session))) await settlePaidElsewhere(session);
    return redirect(target);
  }
  const order = await settle(session, orderId);
  const state = await advanceByStatus(backend, session, order);
  if (order?.status !== "completed") {
    // Within the trial an order may stay unpaid, so only the period matters.
    const place = (await hasPeriod(session)) ? target : "/signup/success";
    return redirect(place, { headers: await session.save(state) });
  }
  if (state.progress.step === "completed") return redirect(target);
  const completed = await advance(backend, { ...session, state }, { type: "set", step: "completed" });
  return redirect(target, { headers: await session.save(completed) });
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
