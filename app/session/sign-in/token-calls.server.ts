import { createHmac } from "node:crypto";
import { decodeJwt } from "jose";
import { z } from "zod";
import { createCache } from "~/caching/create-cache";
import type { Backend } from "~/clients/backend";
import type { RequestContext } from "~/clients/request-context.server";
import { ServiceError } from "~/services/contracts/service-error";

/** Requests to the sign-in service's OAuth endpoints. */

const tokensSchema = z.object({ access_token: z.string(), id_token: z.string(), refresh_token: z.string() });
export type TokenResponse = z.output<typeof tokensSchema>;

/** The sign-in service refused: RFC 6749's `error`. */
export class TokenRefused extends Error {
  override readonly name = "TokenRefused";
  constructor(
    readonly code: string,
    message = `The sign-in service refused: ${code}`,
  ) {
    super(message);
  }
}

/**
 * POST /v2/token. docs/product/shell.md#calls.
 * @throws TokenRefused for an OAuth error response, ServiceError 503 without a response
 */
export async function callTokenEndpoint(
  backend: Backend,
  context: RequestContext,
  parameters: Record<string, string>,
): Promise<TokenResponse> {
  const { refresh_token: refreshToken } = parameters;
  const response = await callAuth(backend, context, "/v2/token", {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
      ...(refreshToken ? { "idempotency-key": renewalKey(backend, refreshToken) } : {}),
    },
    body: new URLSearchParams(parameters).toString(),
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.status >= 500 || response.status === 429) {
    throw new ServiceError(503, "unreachable", "The sign-in service does not answer");
  }
  if (!response.ok) {
    const error = (body as { error?: unknown } | null)?.error;
    throw new TokenRefused(typeof error === "string" ? error : "invalid_request");
  }
  return tokensSchema.parse(body);
}

/**
 * A refresh token is valid once. If the response is lost, a retry, even minutes later, must be the same request, so the
 * idempotency key is derived from the token; only this server can derive it. docs/product/choices.md#wire: retries are
 * safe.
 */
function renewalKey(backend: Backend, refreshToken: string): string {
  const { sessionSecret } = backend.environment;
  return createHmac("sha256", sessionSecret).update(`renewal ${refreshToken}`).digest("base64url");
}

/** @throws ServiceError 503 if the sign-in service is unavailable */
export async function callAuth(
  backend: Backend,
  context: RequestContext,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const { requestId, ipAddress, localAddress, origin } = context;
  const headers = new Headers(init.headers);
  const agent = context.request.headers.get("user-agent");
  if (agent) headers.set("user-agent", agent);
  try {
    const request = new Request(`${origin}/services/auth${path}`, { ...init, headers, redirect: "manual" });
    return await backend.callAuth(request, { requestId, ipAddress, localAddress });
  } catch (error) {
    const message = "The sign-in service cannot be reached";
    throw new ServiceError(503, "unreachable", message, undefined, undefined, { cause: error });
  }
}

/** Number of tokens whose claims are cached. */
const cachedTokens = 5000;

const accessClaims = z.object({
  sub: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  realm: z.string(),
  sid: z.string(),
  exp: z.number(),
  amr: z.array(z.string()),
  acr: z.string().optional(),
  auth_time: z.number(),
  scope: z.string(),
  roles: z.array(z.object({ value: z.string() })),
  subscriptions: z.array(z.object({ type: z.string() })),
  /** The child to whom the device is joined. */
  profile_id: z.string().optional(),
});
const idClaims = z.object({
  iss: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  sub: z.string(),
  exp: z.number(),
  nonce: z.string().optional(),
  /** Until when the session outlives the browser; absent where it ends with the browser. */
  stays_until: z.number().optional(),
  name: z.string(),
  preferred_username: z.string(),
  act: z.object({ sub: z.string(), name: z.string() }).optional(),
});
type AccessClaims = z.output<typeof accessClaims>;
type IdClaims = z.output<typeof idClaims>;

/** Claims of tokens that this server received from the sign-in service itself, so the signature is not checked. */
export const readAccessToken: (token: string) => AccessClaims = cachedReader("access-token-claims", (token) =>
  accessClaims.parse(decodeJwt(token)),
);

export const readIdToken: (token: string) => IdClaims = cachedReader("id-token-claims", (token) =>
  idClaims.parse(decodeJwt(token)),
);

/** Caches a token's claims, which never change and are read by every page. Services check at each call whether the token is still valid. */
function cachedReader<Claims extends object>(
  name: string,
  read: (token: string) => Claims,
): (token: string) => Readonly<Claims> {
  const cache = createCache<Claims>({ name, limit: cachedTokens });
  return (token) => cache.getOrMake(token, () => read(token));
}

/** The client that tokens were issued to: the audience of the access token. docs/product/shell.md#entities. */
export function clientIdOf({ aud }: Pick<AccessClaims, "aud">): string {
  return typeof aud === "string" ? aud : (aud[0] ?? "");
}
