import { setTimeout as sleep } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import Stripe from "stripe";
import type { Account } from "./account";
import type { Accounts } from "./accounts";
import { ApiError, type ErrorBody, resourceMissing } from "./api-error";
import type { ApiRoute } from "./api-routes";
import type { Faults } from "./faults";
import { type Params, parseForm } from "./form-body";
import { type StoredReply, storedReply, storeReply } from "./idempotency";
import { newId } from "./ids";
import { text, texts } from "./params";
import { presentReply } from "./present";

export type StandInEnv = { Bindings: Partial<HttpBindings> };

type Parts = { accounts: Accounts; faults: Faults };

/** Creates the HTTP handler of a route: keys, idempotency, parameters, expansion, errors. */
export function apiHandler(parts: Parts, route: ApiRoute) {
  return async (c: Context<StandInEnv>): Promise<Response> => {
    const requestId = newId("req", 14);
    const path = c.req.path.replace(/^\/test-payments/, "");
    const fault = parts.faults.meet(c.req.method, path);
    if (fault?.kind === "refused") return hangUp(c);
    if (fault?.kind === "unavailable") {
      const body = { error: { type: "api_error", message: "The provider is unavailable." } satisfies ErrorBody };
      return respond({ status: 503, body }, requestId);
    }
    const sent = c.req.method === "GET" ? new URL(c.req.url).search.slice(1) : await c.req.text();
    // A DELETE may have its parameters in the query.
    const query = c.req.method === "DELETE" && sent === "" ? new URL(c.req.url).search.slice(1) : sent;
    const reply = replyTo(parts, route, {
      id: c.req.param("id") ?? "",
      isPublic: c.req.path !== path,
      query,
      requestId,
      request: `${c.req.method} ${path} ${query}`,
      authorization: c.req.header("Authorization") ?? null,
      idempotencyKey: c.req.method === "POST" ? (c.req.header("Idempotency-Key") ?? null) : null,
      origin: c.req.header("X-Test-Payments-Origin") ?? null,
    });
    if (fault?.kind === "slow") await sleep(fault.milliseconds ?? 1000);
    if (fault?.kind === "lost") return hangUp(c);
    return respond(reply, requestId);
  };
}

type Call = {
  id: string;
  /** Whether the public address was used; secret keys are not accepted there. */
  isPublic: boolean;
  query: string;
  requestId: string;
  request: string;
  authorization: string | null;
  idempotencyKey: string | null;
  origin: string | null;
};

type Reply = StoredReply & { isReplayed?: boolean };

function replyTo({ accounts }: Parts, route: ApiRoute, call: Call): Reply {
  try {
    const params = parseForm(call.query);
    const { account, isBrowser } = caller(accounts, route, call, params);
    const cause = { id: call.requestId, idempotencyKey: call.idempotencyKey };
    return accounts.during(account, cause, () => {
      if (isBrowser && call.origin) account.setPublicOrigin(call.origin);
      return keyed(account, call, () => run(account, route, call, params, isBrowser));
    });
  } catch (error) {
    return errorReply(error);
  }
}

/** Runs the work once per idempotency key. */
function keyed(account: Account, { idempotencyKey, request }: Call, work: () => StoredReply): Reply {
  if (!idempotencyKey) return work();
  const now = account.clock.now();
  const stored = storedReply(account.ledger, idempotencyKey, request, now);
  if (stored) return { ...stored, isReplayed: true };
  const reply = work();
  storeReply(account.ledger, idempotencyKey, request, reply, now);
  return reply;
}

function run(account: Account, route: ApiRoute, call: Call, params: Params, isBrowser: boolean): StoredReply {
  try {
    if (isBrowser) requireClientSecret(account, call.id, params);
    const { expand: paths, ...rest } = params;
    const body = presentReply(account, route.run(account, call.id, rest), paths ? (texts(params, "expand") ?? []) : []);
    return { status: 200, body: isBrowser ? forBrowser(body) : body };
  } catch (error) {
    const reply = errorReply(error);
    return isBrowser ? { ...reply, body: forBrowser(reply.body as object) } : reply;
  }
}

function caller(
  accounts: Accounts,
  route: ApiRoute,
  { authorization, isPublic }: Call,
  params: Params,
): { account: Account; isBrowser: boolean } {
  const [scheme = "", credentials = ""] = (authorization ?? "").split(" ");
  const header = /^basic$/i.test(scheme) ? Buffer.from(credentials, "base64").toString().split(":")[0] : credentials;
  const key = header || (typeof params.key === "string" ? params.key : "");
  delete params.key;
  const bySecret = isPublic ? null : accounts.bySecretKey(key ?? "");
  if (bySecret) return { account: bySecret, isBrowser: false };
  const byPublishable = accounts.byPublishableKey(key ?? "");
  if (byPublishable && route.isForBrowsers) return { account: byPublishable, isBrowser: true };
  if (byPublishable) {
    throw new ApiError(403, {
      type: "invalid_request_error",
      code: "secret_key_required",
      message: "This API call cannot be made with a publishable API key. Please use a secret API key.",
    });
  }
  throw new ApiError(401, {
    type: "invalid_request_error",
    message: key
      ? `Invalid API Key provided: ${key.slice(0, 8)}${"*".repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`
      : "You did not provide an API key.",
  });
}

/** A browser may read only objects whose client secret it has. */
function requireClientSecret(account: Account, id: string, params: Params): void {
  if (id === "") return;
  const object = account.ledger.find(id);
  const secret = object && "client_secret" in object ? object.client_secret : null;
  const kind = id.startsWith("seti") ? "setup_intent" : "payment_intent";
  if (!secret || text(params, "client_secret") !== secret) throw resourceMissing(kind, id);
}

const hidden = ["customer", "metadata", "latest_charge", "receipt_email", "application"];

/** Removes fields that browsers may not see, such as an intent's customer and metadata. */
function forBrowser(body: object): object {
  const visible = Object.entries(body)
    .filter(([name]) => !hidden.includes(name))
    .map(([name, value]) => [
      name,
      value && typeof value === "object" && !Array.isArray(value) ? forBrowser(value) : value,
    ]);
  return Object.fromEntries(visible) as object;
}

function errorReply(error: unknown): StoredReply {
  if (error instanceof ApiError) return { status: error.status, body: { error: error.body } };
  console.error(error);
  const body: ErrorBody = { type: "api_error", message: "An unknown error occurred" };
  return { status: 500, body: { error: body } };
}

function respond({ status, body, isReplayed }: Reply, requestId: string): Response {
  const error = (body as { error?: ErrorBody }).error;
  if (error) error.request_log_url ??= `https://dashboard.stripe.com/test/logs/${requestId}`;
  return new Response(JSON.stringify(body, null, 2), {
    status,
    headers: {
      "Content-Type": "application/json",
      "Cache-Control": "no-cache, no-store",
      "Access-Control-Allow-Origin": "*",
      "Request-Id": requestId,
      "Stripe-Version": Stripe.API_VERSION,
      ...(isReplayed ? { "Idempotent-Replayed": "true" } : {}),
      ...(status >= 500 ? { "Stripe-Should-Retry": "true" } : {}),
    },
  });
}

function hangUp(c: Context<StandInEnv>): Response {
  c.env.outgoing?.destroy();
  return RESPONSE_ALREADY_SENT;
}
