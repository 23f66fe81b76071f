import type { Events } from "~/services/.server/auth/sessions/events";
import type { Sessions } from "~/services/.server/auth/sessions/sessions";
import type { IdentityDirectory } from "~/services/.server/directory/identity";
import type { RawContext } from "~/services/.server/dispatch/endpoint";
import { findClient } from "./clients";
import type { Tokens } from "./tokens";

export type LogoutDeps = { sessions: Sessions; tokens: Tokens; events: Events; identity: IdentityDirectory };

/**
 * GET /logout: ends the session of the id token hint on the server and redirects to a registered address. OpenID Connect RP-Initiated
 * Logout 1.0; docs/security.md, lines 6, 14.
 */
export function createLogoutEndpoint({ sessions, tokens, events }: LogoutDeps) {
  return async (request: Request, context: RawContext): Promise<Response> => {
    const query = new URL(request.url).searchParams;
    const hint = query.get("id_token_hint");
    const target = query.get("post_logout_redirect_uri") ?? `${context.origin}/`;
    const client = findClient("fabel-web", context.origin);
    if (!client?.postLogoutRedirectUris.includes(target)) {
      return badRequest("post_logout_redirect_uri is not registered");
    }
    if (hint !== null) {
      const read = await tokens.readIdTokenHint(context.realm, hint);
      if (!read) return badRequest("id_token_hint is not one of ours");
      const session = await sessions.find(context.realm, read.sessionId);
      if (session && (await sessions.end(context.realm, session.id, "logout"))) {
        const { uid, actorUid, id: sessionId } = session;
        await events.add({ ...context, kind: "signed_out", uid, actorUid, sessionId });
      }
    }
    const location = new URL(target);
    const state = query.get("state");
    if (state !== null) location.searchParams.set("state", state);
    return new Response(null, { status: 302, headers: { location: location.href, "cache-control": "no-store" } });
  };
}

function badRequest(description: string): Response {
  const body = { error: "invalid_request", error_description: description, message: description };
  return Response.json(body, { status: 400 });
}
