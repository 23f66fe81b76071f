import { requireHintedPerson } from "~/services/.server/auth/oauth/authorize-request";
import type { createCompleteSignIn } from "~/services/.server/auth/oauth/complete-sign-in";
import type { CallerResolver } from "~/services/.server/dispatch/caller";
import { type Endpoints, publicEndpoint, type RawEndpoint } from "~/services/.server/dispatch/endpoint";
import { authContracts } from "~/services/contracts/auth";
import { ServiceError } from "~/services/contracts/service-error";
import type { ExternalLinks } from "./external-links";
import type { createExternalSignIn } from "./external-sign-in";

type Deps = {
  callers: CallerResolver;
  external: ReturnType<typeof createExternalSignIn>;
  links: ExternalLinks;
  completeSignIn: ReturnType<typeof createCompleteSignIn>;
};

type Names = "getProviders" | "beginExternal" | "finishExternal";

/** Login at an OpenID Connect provider: list the providers, start a login, complete it. */
export function externalEndpoints(deps: Deps): Endpoints<Pick<typeof authContracts, Names>> {
  const { external, links, completeSignIn } = deps;
  return {
    getProviders: publicEndpoint({
      contract: authContracts.getProviders,
      handle: async (_input, caller) => ({
        status: 200,
        body: { data: external.names(caller.realm).map((name) => ({ name })) },
      }),
    }),
    beginExternal: publicEndpoint({
      contract: authContracts.beginExternal,
      handle: async ({ params, body }, caller) => ({
        status: 200,
        body: await external.begin(params.provider, body.authorize, caller),
      }),
    }),
    finishExternal: publicEndpoint({
      contract: authContracts.finishExternal,
      async handle({ params: { provider }, body }, caller) {
        const { authorizeRequest, person, methods, isSecure, tokens } = await external.finish(
          provider,
          body.attempt,
          body.answer,
          caller,
        );
        if (authorizeRequest.wantsSecure && !isSecure) {
          throw new ServiceError(403, "second_factor_required", "A second factor is required");
        }
        requireHintedPerson(authorizeRequest, person);
        const acr = isSecure ? "secure" : "basic";
        const proof = { uid: person.uid, amr: methods, acr, authTime: new Date(), actor: null } as const;
        const done = await completeSignIn(authorizeRequest, { ...proof, amr: methods }, body.userAgent ?? null, caller);
        await links.storeTokens(caller.realm, done.session.id, provider, tokens);
        return { status: 200, body: { location: done.location } };
      },
    }),
  };
}

/** GET {auth}/v1/external/{provider}/logout, called before the logout. docs/product/shell.md#calls. */
export function providerLogout({ callers, external }: Pick<Deps, "callers" | "external">): RawEndpoint {
  return {
    method: "GET",
    path: "/v1/external/:provider/logout",
    reason:
      "docs/product/shell.md#calls has the access token in this call's query; that token decides whose tokens are given back.",
    async handle(request, context) {
      const url = new URL(request.url);
      const provider = /\/v1\/external\/([^/]+)\/logout$/.exec(url.pathname)?.[1] ?? "";
      const { user } = await callers.user(url.searchParams.get("access_token") ?? "", context);
      if (user && user.actor === null) await external.revokeTokens(provider, user.sessionId, context);
      return new Response(null, { status: 204 });
    },
  };
}
