import type { Backend } from "~/clients/backend";
import type { CallContext } from "~/clients/client";
import { guestCallContext, requestContextOf } from "~/clients/request-context.server";
import { requireSameOrigin } from "~/clients/same-origin.server";
import { readAccessToken } from "~/session/sign-in/token-calls.server";
import { sessionIdOf } from "./cookies.server";

/**
 * The call context of a signed-in user for requests that a page makes by itself, such as a stream that the browser opens again: the session
 * neither counts as used, nor are its tokens renewed. docs/security.md, line 16. Services check the token, as at every call.
 * @returns null without a session, or if its access token has expired
 */
export async function unprolongedCredentials(backend: Backend, request: Request): Promise<CallContext | null> {
  requireSameOrigin(request);
  const context = requestContextOf(request);
  const id = await sessionIdOf(request);
  const session = id === null ? null : await backend.sessionStore.peek(context.realm, id);
  if (!session || session.accessExpiresAt.getTime() <= Date.now()) return null;
  const { accessToken } = session.tokens;
  const profileId = readAccessToken(accessToken).profile_id ?? session.profileId;
  return { ...guestCallContext(context), accessToken, profileId };
}
