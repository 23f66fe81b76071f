import { type ApiReply, callApi, localized } from "./api";
import { showChallenge } from "./challenge-dialog";
import type { Intent, ScriptError } from "./frame-messages";
import { languageOf } from "./texts";

type IntentKind = "payment_intent" | "setup_intent";

/** Result of Stripe.js methods. */
export type IntentResult = { error?: ScriptError; paymentIntent?: Intent; setupIntent?: Intent };

export type Caller = { base: string; key: string; locale: string };

/** The kind and id of the intent that a client secret belongs to. */
function intentOf(clientSecret: string): { kind: IntentKind; id: string } | null {
  const match = /^(pi|seti)_[A-Za-z0-9]+(?=_secret_)/.exec(clientSecret);
  if (!match) return null;
  return { kind: match[1] === "pi" ? "payment_intent" : "setup_intent", id: match[0] };
}

export async function retrieve(caller: Caller, clientSecret: string): Promise<IntentResult> {
  const intent = intentOf(clientSecret);
  if (!intent) return badSecret(clientSecret);
  const reply = await call(caller, "GET", `${intent.kind}s/${intent.id}`, { client_secret: clientSecret });
  return resultOf(intent.kind, reply);
}

/**
 * Confirms an intent with a card, including the cardholder's authentication if the card requires it.
 * @param params `payment_method`, `return_url` and other API parameters
 */
export async function confirm(
  caller: Caller,
  clientSecret: string,
  params: Record<string, unknown>,
  handlesActions: boolean,
): Promise<IntentResult> {
  const intent = intentOf(clientSecret);
  if (!intent) return badSecret(clientSecret);
  const reply = await call(caller, "POST", `${intent.kind}s/${intent.id}/confirm`, {
    ...params,
    client_secret: clientSecret,
    use_stripe_sdk: true,
  });
  const result = resultOf(intent.kind, reply);
  return handlesActions ? handleAction(caller, clientSecret, result) : result;
}

/** Performs the cardholder's authentication, if the intent requires it, and returns the outcome. */
export async function handleAction(caller: Caller, clientSecret: string, result: IntentResult): Promise<IntentResult> {
  const intent = result.paymentIntent ?? result.setupIntent;
  if (result.error || intent?.status !== "requires_action") return result;
  const address = intent.next_action?.use_stripe_sdk?.stripe_js ?? intent.next_action?.redirect_to_url?.url;
  if (!address) return result;
  // Open the page at the script's origin, which this browser can reach.
  const { pathname, search } = new URL(address);
  const page = new URL(pathname.replace("/test-payments/", ""), caller.base).href + search;
  const { tag, texts } = languageOf([caller.locale]);
  await showChallenge(`${page}&locale=${tag}`, texts.challengeTitle);
  const after = await retrieve(caller, clientSecret);
  const now = after.paymentIntent ?? after.setupIntent;
  const error = now?.last_payment_error ?? now?.last_setup_error;
  if (now?.status !== "requires_payment_method" || !error) return after;
  const name: IntentKind = after.paymentIntent ? "payment_intent" : "setup_intent";
  return { error: localized({ ...error, [name]: now }, caller.locale) };
}

function call(
  { base, key, locale }: Caller,
  method: "GET" | "POST",
  path: string,
  params: Record<string, unknown>,
): Promise<ApiReply> {
  return callApi(base, key, locale, method, path, params);
}

function resultOf(kind: IntentKind, reply: ApiReply): IntentResult {
  if (reply.error) return { error: reply.error };
  const intent = reply.body as unknown as Intent;
  return kind === "payment_intent" ? { paymentIntent: intent } : { setupIntent: intent };
}

function badSecret(secret: string): IntentResult {
  const message = `Invalid value for the client secret: it should be of the form \${id}_secret_\${secret}. You specified: ${secret}.`;
  return { error: { type: "invalid_request_error", code: "parameter_invalid_string", message } };
}
