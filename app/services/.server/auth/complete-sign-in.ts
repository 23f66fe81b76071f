import type { IdentityDirectory } from "../directory/identity";
import type { RawContext } from "../endpoint";
import { type AuthorizeRequest, codeLocation } from "./authorize-request";
import type { NewSession, Sessions } from "./sessions";
import type { SessionRow } from "./tables";

/** Once somebody has proved who they are: a session, a line in the journal, a code for whoever asked. */

export type Proof = Omit<NewSession, "realm" | "clientId" | "scope" | "ipAddress" | "userAgent">;

type Deps = { sessions: Sessions; identity: Pick<IdentityDirectory, "noteActing"> };

export function createCompleteSignIn({ sessions, identity }: Deps) {
  /** @returns the address with the code, and the session behind it */
  return async function completeSignIn(
    asked: AuthorizeRequest,
    proof: Proof,
    userAgent: string | null,
    context: RawContext,
  ): Promise<{ location: string; session: SessionRow }> {
    const { realm, ipAddress, requestId } = context;
    const { clientId, scope, redirectUri, codeChallenge, nonce } = asked;
    const isStepUp = asked.idTokenHint !== null && asked.wantsSecure;
    const { session, code } = await sessions.begin(
      { ...proof, realm, clientId, scope, ipAddress, userAgent: userAgent?.slice(0, 300) ?? null },
      { redirectUri, codeChallenge, nonce },
      {
        kind: proof.actor ? "acting_began" : isStepUp ? "stepped_up" : "signed_in",
        requestId,
        details: { amr: proof.amr, acr: proof.acr, ...(proof.actor ? { reason: proof.actor.reason } : {}) },
      },
    );
    await noteActing(session, context);
    return { location: codeLocation(asked, code), session };
  };

  /** Before the code goes out: nobody acts as anybody unseen. */
  async function noteActing({ uid: targetUid, actorUid, actorReason }: SessionRow, context: RawContext): Promise<void> {
    if (!actorUid) return;
    const { realm, ipAddress, requestId } = context;
    await identity.noteActing(realm, { actorUid, targetUid, reason: actorReason ?? "", requestId, ipAddress });
  }
}
