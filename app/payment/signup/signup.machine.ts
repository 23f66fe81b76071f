/** State of a sign-up: the account, not its payment. docs/product/shell.md#sign-up-payment. Pure. */

/** Problems by form field; `""` for the form as a whole. */
export type SignupReasons = Record<string, string[]>;

export type SignupState =
  | { status: "init" }
  | { status: "pending" }
  | { status: "successful" }
  | { status: "failed"; reasons: SignupReasons };

export type SignupEvent =
  | { type: "submitted" }
  | { type: "registered" }
  | { type: "refused"; reasons: SignupReasons }
  | { type: "reset" };

export const initialSignup: SignupState = { status: "init" };

/** Events that a state does not handle are ignored: a form submitted twice registers once. */
export function transition(state: SignupState, event: SignupEvent): SignupState {
  switch (event.type) {
    case "submitted":
      return state.status === "successful" || state.status === "pending" ? state : { status: "pending" };
    case "registered":
      return state.status === "pending" ? { status: "successful" } : state;
    case "refused":
      return state.status === "pending" ? { status: "failed", reasons: event.reasons } : state;
    case "reset":
      return initialSignup;
  }
}

/** Form field for an attribute or reason of the account service. docs/product/shell.md#validation. */
export function formName(text: string): string {
  return text === "userName" ? "email" : text;
}
