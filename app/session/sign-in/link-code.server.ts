import { createHash } from "node:crypto";
import type { Backend } from "~/clients/backend";
import type { RequestContext } from "~/clients/request-context.server";
import { randomToken } from "~/security/secret-box.server";
import { readRefusal } from "./sign-in.server";
import { callAuth, callTokenEndpoint, type TokenResponse } from "./token-calls.server";

/** Signing in by a link, whose secret the sign-in service exchanges for a code at once: no attempt of this browser precedes it. */

type LinkCode = { code: string; verifier: string; clientId: string };

/**
 * Exchanges the link's secret, which is valid once, for a code at the sign-in service.
 * @param form the field of /v1/authorize with the secret
 * @throws ServiceError 401, 429, 503 unreachable
 */
export async function fetchLinkCode(
  backend: Backend,
  context: RequestContext,
  clientId: string,
  form: Record<string, string>,
): Promise<LinkCode> {
  const verifier = randomToken();
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: callbackOf(context),
    scope: "openid profile",
    state: randomToken(),
    nonce: randomToken(),
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const response = await callAuth(backend, context, `/v1/authorize?${query}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
  });
  const code = new URL(response.headers.get("location") ?? "/", context.origin).searchParams.get("code");
  if (!code) throw await readRefusal(response);
  return { code, verifier, clientId };
}

export function exchangeLinkCode(
  backend: Backend,
  context: RequestContext,
  { code, verifier, clientId }: LinkCode,
): Promise<TokenResponse> {
  return callTokenEndpoint(backend, context, {
    grant_type: "authorization_code",
    code,
    client_id: clientId,
    redirect_uri: callbackOf(context),
    code_verifier: verifier,
  });
}

const callbackOf = ({ origin }: RequestContext) => `${origin}/login/callback`;
