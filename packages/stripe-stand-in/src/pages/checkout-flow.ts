import type Stripe from "stripe";
import { type Account, current, find } from "../account";
import { ApiError } from "../api-error";
import { errorText, type Texts } from "../browser/texts";
import {
  brandOf,
  type CardEntry,
  cvcMistake,
  digitsOf,
  type EntryMistake,
  expiryMistake,
  expiryOf,
  numberMistake,
} from "../cards/card-entry";
import { type Buyer, beginSubscription, completeSession } from "../resources/checkout-sessions";
import { intentOf } from "../resources/invoices";
import { confirmIntent } from "../resources/payment-intents";
import { attach, createPaymentMethod } from "../resources/payment-methods";
import { confirmSetupIntent } from "../resources/setup-intents";
import { settleConfirmation } from "../resources/subscription-status";
import { settleSetup } from "../resources/subscriptions";
import type { CheckoutView } from "./checkout-page";

export type CheckoutForm = CardEntry & { email: string; name: string };

/** Result of a submitted form: the session is complete, authentication is required at an address, or the form has problems. */
export type CheckoutStep =
  | { kind: "complete"; session: Stripe.Checkout.Session }
  | { kind: "challenge"; address: string }
  | { kind: "again"; mistakes: CheckoutView["mistakes"] };

type Session = Stripe.Checkout.Session;

/** Whether the page asks for an e-mail address; not if the customer or the request provides one. */
export function asksEmail(session: Session): boolean {
  return session.customer === null && session.customer_email === null;
}

/** All problems of a form. */
function formMistakes(session: Session, form: CheckoutForm, texts: Texts, now: Date): CheckoutView["mistakes"] {
  const number = digitsOf(form.number);
  const problems: Array<[keyof CheckoutForm, EntryMistake | null]> = [
    ["number", numberMistake(number)],
    ["expiry", expiryMistake(form.expiry, now)],
    ["cvc", cvcMistake(form.cvc, brandOf(number))],
  ];
  const mistakes: CheckoutView["mistakes"] = {};
  for (const [name, mistake] of problems) if (mistake) mistakes[name] = errorText(texts, mistake, undefined) ?? mistake;
  if (form.name.trim() === "") mistakes.name = texts.incompleteField;
  if (asksEmail(session) && !/^\S+@\S+$/.test(form.email)) mistakes.email = texts.incompleteField;
  return mistakes;
}

/** Pays, or saves the card, with the submitted data. A session that is already paid becomes complete. */
export function submitCheckout(account: Account, session: Session, form: CheckoutForm, texts: Texts): CheckoutStep {
  const mistakes = formMistakes(session, form, texts, new Date(account.clock.now() * 1000));
  if (Object.keys(mistakes).length > 0) return { kind: "again", mistakes };
  const buyer = buyerOf(session, form);
  account.ledger.setNote(buyerNote(session.id), buyer);
  try {
    const expiry = expiryOf(form.expiry);
    const method = createPaymentMethod(account, {
      type: "card",
      card: {
        number: digitsOf(form.number),
        exp_month: String(expiry?.month),
        exp_year: String(expiry?.year),
        cvc: digitsOf(form.cvc),
      },
      billing_details: { name: form.name, ...(buyer.email ? { email: buyer.email } : {}) },
    });
    pay(account, session, buyer, method);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return again(error.body.code, error.body.decline_code, error.body.message, texts);
  }
  return stepOf(account, session.id, texts);
}

function pay(account: Account, session: Session, buyer: Buyer, method: Stripe.PaymentMethod): void {
  const options = { returnUrl: `${account.publicOrigin()}/test-payments/checkout/${session.id}/return` };
  if (session.mode === "setup") {
    const intent = find(account, "setup_intent", session.setup_intent as string);
    if (intent.status !== "succeeded") confirmSetupIntent(account, intent, method, options);
    return;
  }
  const subscription = beginSubscription(account, session, buyer);
  const intent = intentOf(account, subscription.latest_invoice as string);
  if (intent) {
    if (intent.status === "succeeded") return;
    settleConfirmation(account, confirmIntent(account, intent, method, { ...options, offSession: false }));
    return;
  }
  // Nothing is due now, so the card is only saved.
  const setup = subscription.pending_setup_intent as string | null;
  if (setup) settleSetup(account, confirmSetupIntent(account, find(account, "setup_intent", setup), method, options));
  else attach(account, method, subscription.customer as string);
}

/** The next step of a session after the form was submitted, or after authentication. */
export function stepOf(account: Account, id: string, texts: Texts): CheckoutStep {
  const session = find(account, "checkout.session", id);
  if (session.status === "complete") return { kind: "complete", session };
  const subscription = session.subscription ? find(account, "subscription", session.subscription as string) : null;
  const intent =
    session.mode === "setup"
      ? find(account, "setup_intent", session.setup_intent as string)
      : subscription &&
        (intentOf(account, subscription.latest_invoice as string) ?? pendingSetupOf(account, subscription));
  if (intent?.status === "requires_action") {
    return { kind: "challenge", address: intent.next_action?.redirect_to_url?.url ?? "" };
  }
  if (intent && intent.status !== "succeeded") {
    const error = intent.object === "setup_intent" ? intent.last_setup_error : intent.last_payment_error;
    return again(error?.code, error?.decline_code, error?.message ?? "", texts);
  }
  if (session.mode === "subscription" && !subscription) return { kind: "again", mistakes: {} };
  const buyer = account.ledger.note<Buyer>(buyerNote(id)) ?? { email: null, name: null };
  return { kind: "complete", session: completeSession(account, current(account, session), buyer) };
}

function pendingSetupOf(account: Account, subscription: Stripe.Subscription): Stripe.SetupIntent | null {
  const id = subscription.pending_setup_intent as string | null;
  return id ? find(account, "setup_intent", id) : null;
}

const buyerNote = (session: string) => `checkout-buyer:${session}`;

function buyerOf(session: Session, form: CheckoutForm): Buyer {
  const email = session.customer_email ?? (asksEmail(session) ? form.email.trim() : null);
  return { email, name: form.name.trim() || null };
}

function again(code: string | undefined, declineCode: string | undefined, message: string, texts: Texts): CheckoutStep {
  return { kind: "again", mistakes: { form: errorText(texts, code, declineCode) ?? message } };
}
