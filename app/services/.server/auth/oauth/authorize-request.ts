import type { IdentifiedPerson } from "~/services/.server/directory/identity";
import type { RawContext } from "~/services/.server/dispatch/endpoint";
import { unstorableTexts } from "~/services/.server/dispatch/storable-text";
import { ServiceError } from "~/services/contracts/service-error";
import { allowedScopes, findClient } from "./clients";

/** Validates the parameters of an authorize request, before any credentials. docs/product/shell.md#calls. */

export type AuthorizeRequest = {
  clientId: string;
  redirectUri: string;
  scope: string;
  /** Both are the client's own for each attempt: it compares them when it is sent back and in the id token. */
  state: string;
  nonce: string;
  codeChallenge: string;
  amrHint: string | null;
  wantsSecure: boolean;
  actAs: string | null;
  idTokenHint: string | null;
  /** The subject of the id_token_hint: no other user may log in for this request. */
  loginHint: string | null;
  /** The user must authenticate again. */
  reauthenticate: boolean;
};

type AuthorizeCheck =
  | { kind: "fine"; request: AuthorizeRequest }
  /** The redirect address or client is invalid, so redirecting would be unsafe. */
  | { kind: "refused"; error: string; description: string }
  | { kind: "sent_back"; location: string };

export const secureAcr = "secure";

/** RFC 6749, section 4.1.2.1; RFC 7636. The method `plain` is refused like a missing challenge. docs/security.md, lines 5, 6, 8. */
export function checkAuthorizeRequest(query: URLSearchParams, context: RawContext): AuthorizeCheck {
  for (const name of new Set(query.keys())) {
    if (query.getAll(name).length > 1) return refused("invalid_request", `${name} is given twice`);
    if (unstorableTexts(query.getAll(name)).length > 0) return refused("invalid_request", `${name} is no text`);
  }
  const client = findClient(query.get("client_id"), context.origin);
  if (!client) return refused("invalid_client", "Unknown client");
  const redirectUri = query.get("redirect_uri");
  if (redirectUri === null || !client.redirectUris.includes(redirectUri)) {
    return refused("invalid_request", "redirect_uri is not registered");
  }

  const state = query.get("state");
  const sendBack = (error: string, description: string): AuthorizeCheck => ({
    kind: "sent_back",
    location: errorLocation(redirectUri, state, error, description),
  });
  if (query.get("response_type") !== "code") return sendBack("unsupported_response_type", "Only code is supported");
  const nonce = query.get("nonce");
  if (!state?.trim()) return sendBack("invalid_request", "state is required");
  if (!nonce?.trim()) return sendBack("invalid_request", "nonce is required");
  const codeChallenge = query.get("code_challenge");
  if (query.get("code_challenge_method") !== "S256" || !codeChallenge || !/^[\w-]{43}$/.test(codeChallenge)) {
    return sendBack("invalid_request", "code_challenge with the method S256 is required");
  }
  const scope = query.get("scope") ?? "";
  const scopes = scope.split(" ").filter(Boolean);
  if (!scopes.includes("openid") || !scopes.every((each) => allowedScopes.includes(each))) {
    return sendBack("invalid_scope", "scope is 'openid profile'");
  }
  const acrValues = (query.get("acr_values") ?? "").split(" ").filter(Boolean);
  if (!acrValues.every((each) => each === secureAcr || each === "basic")) {
    return sendBack("invalid_request", "Unknown acr_values");
  }
  const request: AuthorizeRequest = {
    clientId: client.id,
    redirectUri,
    scope: scopes.join(" "),
    state,
    nonce,
    codeChallenge,
    amrHint: query.get("amr_hint"),
    wantsSecure: acrValues.includes(secureAcr),
    actAs: query.get("act_as"),
    idTokenHint: query.get("id_token_hint"),
    loginHint: query.get("login_hint"),
    reauthenticate: query.get("reauthenticate") === "true",
  };
  return { kind: "fine", request };
}

export function codeLocation(request: AuthorizeRequest, code: string): string {
  const address = new URL(request.redirectUri);
  address.searchParams.set("code", code);
  address.searchParams.set("state", request.state);
  return address.href;
}

export function errorLocation(redirectUri: string, state: string | null, error: string, description: string): string {
  const address = new URL(redirectUri);
  address.searchParams.set("error", error);
  address.searchParams.set("error_description", description);
  if (state !== null) address.searchParams.set("state", state);
  return address.href;
}

function refused(error: string, description: string): AuthorizeCheck {
  return { kind: "refused", error, description };
}

/** @throws ServiceError 403 if the request's hint names another user */
export function requireHintedPerson(
  { loginHint }: Pick<AuthorizeRequest, "loginHint">,
  person: Pick<IdentifiedPerson, "legacyId">,
): void {
  if (loginHint === null || loginHint === String(person.legacyId)) return;
  throw new ServiceError(403, "other_person", "The request is for somebody else");
}
