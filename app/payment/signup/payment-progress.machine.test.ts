import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  initialProgress,
  type PaymentProgress,
  type ProgressStep,
  progressSteps,
  transition,
} from "./payment-progress.machine";

/** The ordered payment state of a sign-up. docs/product/shell.md#sign-up-payment. */

const request = { priceId: "price_1", quantity: 1, name: "Ida Berg", email: "ida@home.example" };
const error = { code: "card_declined", message: "Your card was declined." };
const steps = Object.keys(progressSteps) as ProgressStep[];
const at = (step: ProgressStep): PaymentProgress => ({
  step,
  request,
  orderId: "order-1",
  intentId: "pi_1",
  status: { id: "pi_1", status: "processing" },
  elements: "loaded",
  error,
});

describe("given a requested step", () => {
  const pairs = steps.flatMap((from) => [...steps, "paid", "constructor"].map((to) => [from, to] as const));
  it.each(pairs)("from %s to %s, then the state moves forward or stays with a warning", (from, to) => {
    const { state, effects } = transition(at(from), { type: "set", step: to });
    const isForward = to in progressSteps && Object.hasOwn(progressSteps, to) && order(to) > order(from);
    expect(state.step).toBe(isForward ? to : from);
    expect(effects.map(({ type }) => type)).toEqual(isForward ? [] : ["warn"]);
  });
});

describe("given a retry", () => {
  it.each(["init", "created", "processing", "failed"] as const)(
    "from %s, then the same order is created again",
    (from) => {
      const { state, effects } = transition(at(from), { type: "retry" });
      expect(state).toEqual({ ...initialProgress, step: "created", request });
      expect(effects).toEqual([{ type: "create-order", request }]);
    },
  );

  it("after completion or without an order, then it warns and changes nothing", () => {
    for (const state of [at("completed"), initialProgress]) {
      const result = transition(state, { type: "retry" });
      expect(result.state).toEqual(state);
      expect(result.effects.map(({ type }) => type)).toEqual(["warn"]);
    }
  });
});

describe("given an order event", () => {
  it("order-requested creates the order and clears the last error", () => {
    const { state, effects } = transition({ ...initialProgress, error }, { type: "order-requested", request });
    expect(state).toEqual({ ...initialProgress, request });
    expect(effects).toEqual([{ type: "create-order", request }]);
  });

  it("order-created stores the order, also after a retry", () => {
    for (const step of ["init", "created"] as const) {
      const event = { type: "order-created", orderId: "order-2", intentId: "pi_2" } as const;
      const { state, effects } = transition({ ...initialProgress, step }, event);
      expect(state).toMatchObject({ step: "created", orderId: "order-2", intentId: "pi_2", error: null });
      expect(effects).toEqual([]);
    }
  });

  it.each(["created", "processing", "failed"] as const)(
    "order-created restarts from %s with another order, and keeps the step with the same order",
    (step) => {
      const other = transition(at(step), { type: "order-created", orderId: "order-2", intentId: "pi_2" });
      const fresh = { ...initialProgress, step: "created", request, orderId: "order-2", intentId: "pi_2" };
      expect(other).toEqual({ state: fresh, effects: [] });
      const same = transition(at(step), { type: "order-created", orderId: "order-1", intentId: "pi_1" });
      expect(same.state.step).toBe(step);
    },
  );

  it("order-failed keeps the step and stores the error", () => {
    const { state } = transition(initialProgress, { type: "order-failed", error });
    expect(state).toEqual({ ...initialProgress, error });
  });

  it("payment-failed leads to failed, also repeatedly, but not from completed", () => {
    for (const [from, to] of [
      ["created", "failed"],
      ["processing", "failed"],
      ["failed", "failed"],
      ["completed", "completed"],
    ] as const) {
      expect(transition(at(from), { type: "payment-failed", error }).state.step).toBe(to);
    }
  });

  it("elements and status-read store the state of the card form and of the payment", () => {
    const { state } = transition(at("created"), { type: "elements", elements: "loading" });
    expect(state.elements).toBe("loading");
    expect(transition(state, { type: "status-read", status: null }).state.status).toBeNull();
  });
});

it("returns to init at a reset from every step", () => {
  for (const step of steps) expect(transition(at(step), { type: "reset" }).state).toEqual(initialProgress);
});

it("never returns to an earlier step without retry, reset or another order", () => {
  const event = fc.oneof(
    fc.constantFrom(...steps, "other").map((step) => ({ type: "set" as const, step })),
    fc.constant({ type: "payment-failed" as const, error }),
    fc.constant({ type: "order-created" as const, orderId: "o", intentId: null }),
  );
  fc.assert(
    fc.property(fc.array(event), (events) => {
      let state = initialProgress;
      for (const each of events) {
        const next = transition(state, each).state;
        expect(order(next.step)).toBeGreaterThanOrEqual(order(state.step));
        state = next;
      }
    }),
  );
});

function order(step: string): number {
  return progressSteps[step as ProgressStep];
}
