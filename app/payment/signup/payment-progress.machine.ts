/** Progress of a sign-up's payment: ordered states that only advance. docs/product/shell.md#sign-up-payment. Pure. */

/** Steps with their rank, which is compared. */
export const progressSteps = { init: 1, created: 2, processing: 3, failed: 4, completed: 5 } as const;
export type ProgressStep = keyof typeof progressSteps;

/** Input of an order, reused for a retry. */
export type OrderRequest = { priceId: string; quantity: number; name: string; email: string; couponId?: string };

export type ProgressError = { code: string; message: string };

export type PaymentProgress = {
  step: ProgressStep;
  /** The last requested order; null before the first. */
  request: OrderRequest | null;
  orderId: string | null;
  /** The payment intent's id; its client secret is never stored. */
  intentId: string | null;
  /** The payment's status as named by the provider. */
  status: { id: string; status: string } | null;
  /** Loading state of the provider's card form; `none` also if loading failed. */
  elements: "none" | "loading" | "loaded";
  error: ProgressError | null;
};

export type ProgressEvent =
  | { type: "set"; step: string }
  | { type: "order-requested"; request: OrderRequest }
  | { type: "order-created"; orderId: string; intentId: string | null }
  | { type: "order-failed"; error: ProgressError }
  | { type: "elements"; elements: PaymentProgress["elements"] }
  | { type: "status-read"; status: PaymentProgress["status"] }
  | { type: "payment-failed"; error: ProgressError }
  | { type: "retry" }
  | { type: "reset" };

type ProgressEffect = { type: "warn"; message: string } | { type: "create-order"; request: OrderRequest };

export type ProgressResult = { state: PaymentProgress; effects: ProgressEffect[] };

export const initialProgress: PaymentProgress = {
  step: "init",
  request: null,
  orderId: null,
  intentId: null,
  status: null,
  elements: "none",
  error: null,
};

export function transition(state: PaymentProgress, event: ProgressEvent): ProgressResult {
  switch (event.type) {
    case "set":
      return goForward(state, event.step);
    case "order-requested":
      return { state: { ...state, request: event.request, error: null }, effects: [createOrder(event.request)] };
    case "order-created": {
      const { orderId, intentId } = event;
      // A different order starts from the beginning: the status of the last one does not apply to it.
      const isOther = state.orderId !== null && orderId !== state.orderId;
      const before = isOther ? { ...initialProgress, request: state.request } : state;
      return goForward({ ...before, orderId, intentId, error: null }, "created", {
        isQuiet: before.step === "created",
      });
    }
    case "order-failed":
      return { state: { ...state, error: event.error }, effects: [] };
    case "elements":
      return { state: { ...state, elements: event.elements }, effects: [] };
    case "status-read":
      return { state: { ...state, status: event.status }, effects: [] };
    case "payment-failed":
      return goForward({ ...state, error: event.error }, "failed", { isQuiet: state.step === "failed" });
    case "retry":
      return retry(state);
    case "reset":
      return { state: initialProgress, effects: [] };
  }
}

/** Ignores a step that is unknown or not after the current one, with a warning. */
function goForward(state: PaymentProgress, step: string, { isQuiet = false } = {}): ProgressResult {
  const place = Object.hasOwn(progressSteps, step) ? progressSteps[step as ProgressStep] : null;
  if (place !== null && place > progressSteps[state.step]) {
    return { state: { ...state, step: step as ProgressStep }, effects: [] };
  }
  if (isQuiet) return { state, effects: [] };
  const reason = place === null ? "is unknown" : `does not follow ${state.step}`;
  return { state, effects: [{ type: "warn", message: `payment state ${JSON.stringify(step)} ${reason}` }] };
}

/** Repeats the order with the same input; a completed payment cannot be retried. */
function retry(state: PaymentProgress): ProgressResult {
  if (state.step === "completed" || state.request === null) {
    return { state, effects: [{ type: "warn", message: `nothing to retry in payment state "${state.step}"` }] };
  }
  return {
    state: { ...initialProgress, step: "created", request: state.request },
    effects: [createOrder(state.request)],
  };
}

function createOrder(request: OrderRequest): ProgressEffect {
  return { type: "create-order", request };
}
