import type { Backend } from "~/clients/backend";
import type { CallContext } from "~/clients/client";
import type { Locale, Realm } from "~/realms/realm";
import { randomToken } from "~/security/secret-box.server";
import { browserSessionHeader } from "~/services/contracts/browser-session";
import { paymentCookieHeader, paymentIdOf } from "~/session/cookies.server";
import { optionalUser, type SignedIn } from "~/session/guard.server";
import { initialProgress, type PaymentProgress } from "./signup/payment-progress.machine";
import { initialSignup, type SignupState } from "./signup/signup.machine";
import { type CardPayment, initialCardPayment } from "./subscription/card-payment.machine";
import { initialSubscriptionStore, type SubscriptionStore } from "./subscription/subscription-store.machine";

/**
 * State of this browser's sign-up and payment, stored on the server under a random id in a cookie, so that it survives a reload, a
 * closed tab and a login. docs/product/shell.md#sign-up-payment; docs/product/reader.md#subscription-store.
 */

export type PaymentState = {
  signup: SignupState;
  progress: PaymentProgress;
  card: CardPayment;
  store: SubscriptionStore;
};

export type PaymentSession = {
  backend: Backend;
  realm: Realm;
  locale: Locale;
  /** The signed-in family; null for a guest. */
  person: SignedIn | null;
  credentials: CallContext;
  state: PaymentState;
  /** Headers for calls that a guest may make for the account that this browser registered. */
  headers: { [browserSessionHeader]: string };
  /** Stores a new state; the returned header sets or extends the browser's cookie. */
  save(state: PaymentState, uid?: string): Promise<{ "Set-Cookie": string }>;
};

const initialState: PaymentState = {
  signup: initialSignup,
  progress: initialProgress,
  card: initialCardPayment,
  store: initialSubscriptionStore,
};

/** This browser's state; a new one if there is none, or if it belongs to a family other than the signed-in one. */
export async function openPaymentSession(backend: Backend, request: Request): Promise<PaymentSession> {
  const user = await optionalUser(backend, request);
  const person = user.kind === "user" ? user : null;
  const { paymentSessions } = backend;
  const id = await paymentIdOf(request);
  const stored = id === null ? null : await paymentSessions.find(user.realm, id);
  const isTheirs = stored !== null && (!person || stored.uid === null || stored.uid === person.user.uid);
  const ownId = id !== null && isTheirs ? id : randomToken();
  const owner = isTheirs ? stored.uid : null;
  return {
    backend: user.backend,
    realm: user.realm,
    locale: user.locale,
    person,
    credentials: user.credentials,
    state: isTheirs ? { ...initialState, ...(stored.state as PaymentState) } : initialState,
    headers: { [browserSessionHeader]: ownId },
    async save(state, uid) {
      const withoutSecret = { ...state, card: { ...state.card, clientSecret: null } };
      const of = uid ?? person?.user.uid ?? owner;
      await paymentSessions.save(user.realm, ownId, { uid: of, state: withoutSecret });
      return { "Set-Cookie": await paymentCookieHeader(request, ownId) };
    },
  };
}
