import type { RawEndpoint } from "~/services/.server/dispatch/endpoint";
import { type AuthorizeDeps, createAuthorizeEndpoint } from "./authorize-endpoint";
import { createLogoutEndpoint, type LogoutDeps } from "./logout-endpoint";
import { createTokenEndpoint, type TokenEndpointDeps } from "./token-endpoint";

/** Calls whose addresses, forms and errors OAuth and OpenID Connect prescribe. */
export function oauthEndpoints(deps: AuthorizeDeps & TokenEndpointDeps & LogoutDeps): RawEndpoint[] {
  const authorize = createAuthorizeEndpoint(deps);
  return [
    {
      method: "GET",
      path: "/v1/authorize",
      reason:
        "OAuth's front channel (RFC 6749, section 3.1) redirects a browser. It gives out nothing; client id, redirect address and PKCE challenge are checked first.",
      handle: authorize.show,
    },
    {
      method: "POST",
      path: "/v1/authorize",
      reason:
        "OAuth's front channel takes a form and redirects. The credentials in the form decide, after client id, redirect address and PKCE challenge; acting and step-up also need the caller's bearer token.",
      handle: authorize.prove,
    },
    {
      method: "POST",
      path: "/v2/token",
      reason:
        "OAuth's token endpoint has the errors of RFC 6749. The code with its PKCE verifier, or the refresh token, decides; each is bound to its client and works once.",
      handle: createTokenEndpoint(deps),
    },
    {
      method: "GET",
      path: "/logout",
      reason:
        "OpenID Connect RP-initiated logout redirects a browser. The signed id_token_hint names the only session that it ends; the address must be registered.",
      handle: createLogoutEndpoint(deps),
    },
  ];
}
