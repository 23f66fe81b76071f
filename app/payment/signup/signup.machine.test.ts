import { expect, it } from "vitest";
import { formName, initialSignup, type SignupEvent, type SignupState, transition } from "./signup.machine";

/** Every state and event of a sign-up. docs/product/shell.md#sign-up-payment. */

const reasons = { email: ["Email is already used."] };
const states = {
  init: { status: "init" },
  pending: { status: "pending" },
  successful: { status: "successful" },
  failed: { status: "failed", reasons },
} satisfies Record<string, SignupState>;
const events = {
  submitted: { type: "submitted" },
  registered: { type: "registered" },
  refused: { type: "refused", reasons },
  reset: { type: "reset" },
} satisfies Record<string, SignupEvent>;

const table: Record<keyof typeof states, Record<keyof typeof events, keyof typeof states>> = {
  init: { submitted: "pending", registered: "init", refused: "init", reset: "init" },
  pending: { submitted: "pending", registered: "successful", refused: "failed", reset: "init" },
  successful: { submitted: "successful", registered: "successful", refused: "successful", reset: "init" },
  failed: { submitted: "pending", registered: "failed", refused: "failed", reset: "init" },
};

for (const [from, row] of Object.entries(table)) {
  it.each(Object.entries(row))(`given ${from}, when %s, then %s`, (event, to) => {
    const next = transition(states[from as keyof typeof states], events[event as keyof typeof events]);
    expect(next).toEqual(states[to]);
  });
}

it("begins with init", () => expect(initialSignup).toEqual(states.init));

it("maps the service's field userName to the form field email", () => {
  expect([formName("userName"), formName("email"), formName("password")]).toEqual(["email", "email", "password"]);
});
