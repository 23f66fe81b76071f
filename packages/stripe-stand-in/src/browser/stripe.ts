import { confirm, handleAction, type IntentResult, retrieve } from "./confirm";
import type { ElementHost } from "./element-host";
import { createElements, type Elements, type ElementsOptions } from "./elements";
import type { Billing } from "./frame-messages";
import { returnAddressOf } from "./return-address";
import { languageOf } from "./texts";
import { scriptVersion } from "./version";

/** Replacement for Stripe.js: `window.Stripe`, as far as @stripe/stripe-js and @stripe/react-stripe-js use it. */

type ConfirmOptions = {
  elements?: Elements;
  clientSecret?: string;
  confirmParams?: { return_url?: string; payment_method?: string; payment_method_data?: Billing } & Record<
    string,
    unknown
  >;
  redirect?: "always" | "if_required";
};

type CardData = {
  payment_method?: string | ({ card?: ElementHost } & Billing);
  return_url?: string;
  setup_future_usage?: string;
};

const script = document.currentScript as HTMLScriptElement | null;
const base = new URL(".", script?.src ?? window.location.href).href;

function Stripe(key: string, options: { locale?: string } = {}) {
  if (!key) throw new Error("Please call Stripe() with your publishable key. You used an empty string.");
  if (!/^pk_/.test(key)) throw new Error("You should not use your secret key with Stripe.js.");
  const wanted = !options.locale || options.locale === "auto" ? [...navigator.languages] : [options.locale];
  const locale = languageOf(wanted).tag;
  const caller = { base, key, locale };

  /** Creates a payment method from an element and confirms with it. */
  const confirmWith = async (
    clientSecret: string,
    form: ElementHost | null,
    billing: Billing,
    params: Record<string, unknown>,
    handlesActions = true,
  ): Promise<IntentResult> => {
    if (!form) return confirm(caller, clientSecret, params, handlesActions);
    const { error, paymentMethod } = await form.make(billing);
    if (error) return { error };
    return confirm(caller, clientSecret, { ...params, payment_method: paymentMethod?.id }, handlesActions);
  };

  const confirmElements = async ({ elements, clientSecret, confirmParams, redirect }: ConfirmOptions) => {
    const secret = clientSecret ?? elements?.clientSecret();
    if (!secret) throw new Error("confirmPayment() and confirmSetup() need a clientSecret, or elements that have one.");
    const { payment_method_data, return_url, ...rest } = confirmParams ?? {};
    if (redirect !== "if_required" && !return_url) {
      throw new Error("confirmParams.return_url is required unless redirect is if_required.");
    }
    const form = rest.payment_method ? null : (elements?.cardForm() ?? null);
    const result = await confirmWith(secret, form, payment_method_data ?? {}, { ...rest, return_url });
    const intent = result.paymentIntent ?? result.setupIntent;
    if (result.error || !intent || redirect === "if_required" || !return_url) return result;
    window.location.assign(returnAddressOf(new URL(return_url, window.location.href).href, intent));
    // The page is navigating away, so never resolve.
    return new Promise<IntentResult>(() => undefined);
  };

  const confirmCard = (
    clientSecret: string,
    { payment_method: method, ...rest }: CardData = {},
    { handleActions = true }: { handleActions?: boolean } = {},
  ) => {
    if (!method || typeof method === "string") {
      return confirmWith(clientSecret, null, {}, { ...rest, payment_method: method }, handleActions);
    }
    const { card, billing_details } = method;
    const billing = billing_details ? { billing_details } : {};
    return confirmWith(clientSecret, card ?? null, billing, rest, handleActions);
  };

  const unsupported = (name: string) => async () => ({
    error: { type: "invalid_request_error", message: `The stand-in does not offer ${name}.` },
  });

  return {
    elements: (given: ElementsOptions = {}) => createElements(base, key, locale, given),
    confirmPayment: confirmElements,
    confirmSetup: confirmElements,
    confirmCardPayment: confirmCard,
    confirmCardSetup: confirmCard,
    retrievePaymentIntent: (secret: string) => retrieve(caller, secret),
    retrieveSetupIntent: (secret: string) => retrieve(caller, secret),
    handleCardAction: async (secret: string) => handleAction(caller, secret, await retrieve(caller, secret)),
    handleNextAction: async ({ clientSecret }: { clientSecret: string }) =>
      handleAction(caller, clientSecret, await retrieve(caller, clientSecret)),
    async createPaymentMethod(data: { elements?: Elements; params?: Billing; card?: ElementHost } & Billing) {
      const form = data.elements?.cardForm() ?? data.card;
      if (!form) return { error: { type: "invalid_request_error", message: "A card element is needed." } };
      const billing_details = data.params?.billing_details ?? data.billing_details;
      const { error, paymentMethod } = await form.make(billing_details ? { billing_details } : {});
      return error ? { error } : { paymentMethod };
    },
    createToken: unsupported("tokens"),
    createSource: unsupported("sources"),
    createConfirmationToken: unsupported("confirmation tokens"),
    initEmbeddedCheckout: unsupported("embedded Checkout"),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  };
}

Stripe.version = scriptVersion;
(window as unknown as { Stripe: unknown }).Stripe = Stripe;
