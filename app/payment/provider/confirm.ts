import type { SetupIntent, Stripe, StripeElements, StripeError } from "@stripe/stripe-js";

/**
 * Confirms payments and cards in the browser with the provider's script. Every failure yields a code that has a text in every
 * language. docs/product/shell.md#errors, #validation.
 */

export type ConfirmProblem = {
  /** The provider's code, or one of `confirmCodes`. */
  code: string;
  /** The provider's message in the page's language; empty if we have our own text. */
  message: string;
};

export const confirmCodes = {
  /** 'stripe not loaded' */
  notLoaded: "api_connection_error",
  elementsNotLoaded: "payment.stripe_elements_not_loaded",
  elementsFailed: "payment.Load_stripe_elements_failed",
  noIntent: "payment.payment_intent_not_loaded",
  noIntentReturned: "signup.payment_failed",
} as const;

export const notLoadedMessage = "stripe not loaded";

type Confirmation = { returnUrl: string; onBegun?: () => void };

type Provider = Pick<Stripe, "confirmPayment" | "confirmSetup" | "retrieveSetupIntent">;

type PaymentResult = { ok: true; status: string } | { ok: false; problem: ConfirmProblem };
type CardResult =
  | { ok: true; setupIntent: { id: string; status: string; paymentMethodId: string | null } }
  | { ok: false; problem: ConfirmProblem };

/**
 * @param returnUrl return address if a bank's page takes over the whole window
 * @param onBegun called once the card is complete, before the request to the provider
 */
export async function confirmPayment(
  provider: Provider | null,
  elements: StripeElements | null,
  clientSecret: string | null,
  { returnUrl, onBegun }: Confirmation,
): Promise<PaymentResult> {
  if (!provider) return { ok: false, problem: { code: confirmCodes.notLoaded, message: notLoadedMessage } };
  if (clientSecret === null) return { ok: false, problem: { code: confirmCodes.noIntent, message: "" } };
  if (!elements) return { ok: false, problem: { code: confirmCodes.elementsNotLoaded, message: "" } };
  const checked = await elements.submit();
  if (checked.error) return { ok: false, problem: problemOf(checked.error) };
  onBegun?.();
  const { error, paymentIntent } = await provider.confirmPayment({
    elements,
    clientSecret,
    confirmParams: { return_url: returnUrl },
    redirect: "if_required",
  });
  if (error) return { ok: false, problem: problemOf(error) };
  if (!paymentIntent) return { ok: false, problem: { code: confirmCodes.noIntentReturned, message: "" } };
  return { ok: true, status: paymentIntent.status };
}

/** Like confirmPayment, for a card that is stored and charged later. */
export async function confirmCard(
  provider: Provider | null,
  elements: StripeElements | null,
  clientSecret: string,
  { returnUrl, onBegun }: Confirmation,
): Promise<CardResult> {
  if (!provider) return { ok: false, problem: { code: confirmCodes.notLoaded, message: notLoadedMessage } };
  if (!elements) return { ok: false, problem: { code: confirmCodes.elementsNotLoaded, message: "" } };
  const checked = await elements.submit();
  if (checked.error) return { ok: false, problem: problemOf(checked.error) };
  onBegun?.();
  const { error, setupIntent } = await provider.confirmSetup({
    elements,
    clientSecret,
    confirmParams: { return_url: returnUrl },
    redirect: "if_required",
  });
  if (!error) return storedCard(setupIntent);
  const problem = problemOf(error);
  const saved = await savedBefore(provider, clientSecret, problem);
  return saved ? storedCard(saved) : { ok: false, problem };
}

function storedCard({ id, status, payment_method: method }: SetupIntent): CardResult {
  const paymentMethodId = typeof method === "string" ? method : (method?.id ?? null);
  return { ok: true, setupIntent: { id, status, paymentMethodId } };
}

/** The card that was saved though this browser was not told of it: the reply was lost, this time or at an earlier press of the button. */
async function savedBefore(provider: Provider, clientSecret: string, { code }: ConfirmProblem) {
  if (code !== confirmCodes.notLoaded && code !== "setup_intent_unexpected_state") return null;
  const { setupIntent } = await provider.retrieveSetupIntent(clientSecret);
  return setupIntent?.status === "succeeded" ? setupIntent : null;
}

/** Performs the bank's confirmation of a payment that is already ordered. */
export async function confirmWithBank(
  provider: Pick<Stripe, "handleNextAction"> | null,
  clientSecret: string,
): Promise<PaymentResult> {
  if (!provider) return { ok: false, problem: { code: confirmCodes.notLoaded, message: notLoadedMessage } };
  const { error, paymentIntent } = await provider.handleNextAction({ clientSecret });
  if (error) return { ok: false, problem: problemOf(error) };
  if (!paymentIntent) return { ok: false, problem: { code: confirmCodes.noIntentReturned, message: "" } };
  return { ok: true, status: paymentIntent.status };
}

function problemOf({ code, decline_code, type, message }: StripeError): ConfirmProblem {
  return { code: decline_code ?? code ?? type, message: message ?? "" };
}
