import type { Transaction } from "~/db/.server/connect";
import type { NewSession, Sessions } from "~/services/.server/auth/sessions/sessions";
import type { SessionRow } from "~/services/.server/auth/tables";
import type { IdentityDirectory } from "~/services/.server/directory/identity";
import type { RawContext } from "~/services/.server/dispatch/endpoint";
import { type AuthorizeRequest, codeLocation } from "./authorize-request";

/**
 * Completes a login: stores the session and its event, and issues the code. `alsoNote` (not for impersonation) runs in the same
 * transaction; if it throws, no session is stored.
 */

export type Proof = Omit<NewSession, "realm" | "clientId" | "scope" | "ipAddress" | "userAgent">;

type Deps = { sessions: Sessions; identity: Pick<IdentityDirectory, "noteActing"> };

export function createCompleteSignIn({ sessions, identity }: Deps) {
  /** @returns the redirect address with the code, and the session */
  return async function completeSignIn(
    request: AuthorizeRequest,
    proof: Proof,
    userAgent: string | null,
    context: RawContext,
    alsoNote?: (within: Transaction) => Promise<void>,
  ): Promise<{ location: string; session: SessionRow }> {
    const { realm, ipAddress, requestId } = context;
    const { clientId, scope, redirectUri, codeChallenge, nonce } = request;
    const isStepUp = request.idTokenHint !== null && request.wantsSecure;
    const { actor, uid: targetUid } = proof;
    // Impersonation is audited in the transaction that starts it.
    const note = actor
      ? (within: Transaction) => {
          const acting = { actorUid: actor.uid, targetUid, reason: actor.reason, requestId, ipAddress };
          return identity.noteActing(realm, acting, within);
        }
      : alsoNote;
    const { session, code } = await sessions.begin(
      { ...proof, realm, clientId, scope, ipAddress, userAgent: userAgent?.slice(0, 300) ?? null },
      { redirectUri, codeChallenge, nonce },
      {
        kind: actor ? "acting_began" : isStepUp ? "stepped_up" : "signed_in",
        requestId,
        details: { amr: proof.amr, acr: proof.acr, ...(actor ? { reason: actor.reason } : {}) },
      },
      note,
    );
    return { location: codeLocation(request, code), session };
  };
}
