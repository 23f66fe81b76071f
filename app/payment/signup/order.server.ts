import type { Backend } from "~/clients/backend";
import type { PaymentSession, PaymentState } from "~/payment/payment-session.server";
import type { Order } from "~/services/contracts/payment";
import { ServiceError } from "~/services/contracts/service-error";
import {
  type OrderRequest,
  type PaymentProgress,
  type ProgressEvent,
  type ProgressResult,
  transition,
} from "./payment-progress.machine";

/** Orders of a sign-up: executes the payment machine's effects. docs/product/shell.md#sign-up-payment. */

type Of = Pick<PaymentSession, "credentials" | "headers" | "state">;

/** Sends an event to the payment machine and executes its effects: at most one order per event. */
export async function advance(backend: Backend, of: Of, event: ProgressEvent): Promise<PaymentState> {
  const result = transition(of.state.progress, event);
  return { ...of.state, progress: await carryOut(backend, of, result) };
}

/** Updates the payment's status from the provider; unchanged if the status could not be read. */
export async function advanceByStatus(
  backend: Backend,
  of: Of,
  order: Order | "unavailable" | null,
): Promise<PaymentState> {
  if (order === null || order === "unavailable") return of.state;
  return advance(backend, of, { type: "status-read", status: order.paymentStatus });
}

/** The request that leads to the same order again. */
export function requestOf({ priceId, quantity, name, email, couponCode }: Order): OrderRequest {
  return { priceId, quantity, name, email, ...(couponCode === null ? {} : { couponId: couponCode }) };
}

/** Orders a plan for this browser's account, replacing an unpaid order. A failure is stored in the state. */
export function requestOrder(backend: Backend, of: Of, request: OrderRequest): Promise<PaymentState> {
  return advance(backend, of, { type: "order-requested", request });
}

async function carryOut(backend: Backend, of: Of, { state, effects }: ProgressResult): Promise<PaymentProgress> {
  let progress = state;
  for (const effect of effects) {
    if (effect.type === "warn") console.warn(effect.message);
    else progress = transition(progress, await created(backend, of, effect.request)).state;
  }
  return progress;
}

async function created(backend: Backend, { credentials, headers }: Of, body: OrderRequest): Promise<ProgressEvent> {
  try {
    const { body: order } = await backend.clients.payment.createOrder({ body, headers }, credentials);
    return { type: "order-created", orderId: order.id, intentId: order.paymentIntent?.id ?? null };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const refused = error.details?.find(({ attribute }) => attribute === "couponId");
    return { type: "order-failed", error: { code: error.code, message: refused?.reason ?? error.message } };
  }
}

/** The order with the provider's current status; null if there is none, "unavailable" if the service fails. */
export async function readOrder(
  backend: Backend,
  { credentials, headers, state }: Of,
): Promise<Order | "unavailable" | null> {
  const { orderId } = state.progress;
  if (orderId === null) return null;
  try {
    const { body } = await backend.clients.payment.getOrder({ params: { id: orderId }, headers }, credentials);
    return body;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.status >= 500) return "unavailable";
    return null;
  }
}
