import { redirect } from "@remix-run/node";
import { getWiring } from "~/clients/wiring.server";
import type { Order } from "~/services/contracts/payment";
import { ServiceError } from "~/services/contracts/service-error";
import { requireSameOrigin } from "~/session/same-origin.server";
import { openPaymentSession, type PaymentSession } from "../payment-session.server";
import { advance, advanceByStatus, readOrder } from "./order.server";

/**
 * The return address after paying. It needs no log-in and believes the provider alone, whatever its address says.
 * docs/product/shell.md#screens.
 */

export type SuccessState =
  /** Paid, or within the trial: the books are open. */
  | "open"
  /** The provider has not finished. */
  | "processing"
  /** Declined, or given up at the provider's page. */
  | "failed"
  /** Nobody can tell at the moment. */
  | "unavailable"
  /** This browser has ordered nothing. */
  | "none";

export type SuccessData = { state: SuccessState; isLoggedIn: boolean };

const unpaid = ["requires_payment_method", "requires_confirmation", "requires_action", "canceled"];

export async function loadSuccess(request: Request): Promise<SuccessData> {
  const session = await openPaymentSession(request);
  return { state: await stateOf(session), isLoggedIn: session.person !== null };
}

async function stateOf(session: PaymentSession): Promise<SuccessState> {
  const order = await readOrder(session);
  if (order === "unavailable") return "unavailable";
  if (order?.status === "completed" || order?.paymentStatus?.status === "succeeded") return "open";
  if (await hasPeriod(session)) return "open";
  if (order === null) return "none";
  if (order.status === "failed" || order.status === "canceled") return "failed";
  // The hosted page has no payment of its own before it is used: the order waits.
  return order.paymentStatus && unpaid.includes(order.paymentStatus.status) ? "failed" : "processing";
}

async function hasPeriod({ person, credentials }: PaymentSession): Promise<boolean> {
  if (!person) return false;
  const { body } = await getWiring().clients.account.getMe({}, credentials);
  return body.family?.state === "running";
}

/** Brings our side to what the provider says, at once and not at the next webhook, and opens the shelf. */
export async function submitSuccess(request: Request) {
  requireSameOrigin(request);
  const session = await openPaymentSession(request);
  const { orderId } = session.state.progress;
  const target = session.person ? "/bookshelf" : "/login?redirect=%2Fbookshelf";
  if (orderId === null) return redirect(target);
  const order = await settle(session, orderId);
  const state = await advanceByStatus(session, order);
  if (order?.status !== "completed") {
    // Within the trial an order may be left unpaid: the period alone counts.
    const place = (await hasPeriod(session)) ? target : "/signup/success";
    return redirect(place, { headers: await session.save(state) });
  }
  if (state.progress.step === "completed") return redirect(target);
  const completed = await advance({ ...session, state }, { type: "set", step: "completed" });
  return redirect(target, { headers: await session.save(completed) });
}

/** The order as the provider has it now; null where it cannot be asked. */
async function settle({ headers, credentials }: PaymentSession, id: string): Promise<Order | null> {
  try {
    const { body } = await getWiring().clients.payment.settleOrder({ params: { id }, headers }, credentials);
    return body;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status < 500) throw error;
    return null;
  }
}
