import { accessOf } from "~/services/.server/directory/access";
import { algorithm, issuerOf } from "~/services/.server/dispatch/caller";
import { type Endpoints, ownEndpoint, publicEndpoint } from "~/services/.server/dispatch/endpoint";
import { authContracts } from "~/services/contracts/auth";
import { secureAcr } from "./authorize-request";
import { allowedScopes } from "./clients";
import type { OauthKeys } from "./keys";

type Names = "getUserInfo" | "getConfiguration" | "getKeys";

/** Endpoints that OpenID Connect clients read: the configuration, the public keys, and the logged-in user. */
export function discoveryEndpoints({
  keys,
}: {
  keys: Pick<OauthKeys, "publicJwks">;
}): Endpoints<Pick<typeof authContracts, Names>> {
  return {
    getUserInfo: ownEndpoint({
      contract: authContracts.getUserInfo,
      async handle(_input, { person, joinedProfileId }, caller) {
        const { uid, name, preferredName, username, email, sharedAccount, scopes, roles, subscriptions } = person;
        const { mustStepUp } = accessOf(caller);
        const body = {
          sub: uid,
          name,
          preferredName,
          username,
          // A child's device does not get the parents' address.
          email: joinedProfileId === null ? email : null,
          sharedAccount,
          scopes,
          roles,
          subscriptions,
          mustStepUp,
        };
        return { status: 200, body };
      },
    }),
    getConfiguration: publicEndpoint({
      contract: authContracts.getConfiguration,
      handle: async (_input, caller) => ({ status: 200, body: configuration(caller.origin) }),
    }),
    getKeys: publicEndpoint({
      contract: authContracts.getKeys,
      handle: async (_input, caller) => ({
        status: 200,
        body: await keys.publicJwks(caller.region),
        headers: { "cache-control": "public, max-age=3600" },
      }),
    }),
  };
}

function configuration(origin: string): Record<string, unknown> {
  const issuer = issuerOf(origin);
  return {
    issuer,
    authorization_endpoint: `${issuer}/v1/authorize`,
    token_endpoint: `${issuer}/v2/token`,
    end_session_endpoint: `${issuer}/logout`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    scopes_supported: allowedScopes,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [algorithm],
    token_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    acr_values_supported: ["basic", secureAcr],
    claims_supported: [
      ..."iss sub aud exp iat jti sid nonce amr acr auth_time name preferred_username act".split(" "),
      ..."scope realm roles subscriptions client_id".split(" "),
    ],
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    claims_parameter_supported: false,
  };
}
