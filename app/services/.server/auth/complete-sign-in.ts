import type { IdentityDirectory } from "../directory/identity";
import type { RawContext } from "../endpoint";
import { type AuthorizeRequest, codeLocation } from "./authorize-request";
import type { Events } from "./events";
import type { NewSession, Sessions } from "./sessions";
import type { SessionRow } from "./tables";

/** Once somebody has proved who they are: a session, a line in the journal, a code for whoever asked. */

export type Proof = Omit<NewSession, "realm" | "clientId" | "scope" | "ipAddress" | "userAgent">;

type Deps = { sessions: Sessions; events: Events; identity: Pick<IdentityDirectory, "noteActing"> };

export function createCompleteSignIn({ sessions, events, identity }: Deps) {
  /** @returns the address with the code, and the session behind it */
  return async function completeSignIn(
    asked: AuthorizeRequest,
    proof: Proof,
    userAgent: string | null,
    context: RawContext,
  ): Promise<{ location: string; session: SessionRow }> {
    const session = await sessions.begin({
      ...proof,
      realm: context.realm,
      clientId: asked.clientId,
      scope: asked.scope,
      ipAddress: context.ipAddress,
      userAgent: userAgent?.slice(0, 300) ?? null,
    });
    await noteActing(session, context);
    const { redirectUri, codeChallenge, nonce } = asked;
    const [code] = await Promise.all([
      sessions.issueCode(session, { redirectUri, codeChallenge, nonce }),
      recordBegin(session, asked, context),
    ]);
    return { location: codeLocation(asked, code), session };
  };

  /** Before the code goes out: nobody acts as anybody unseen. */
  async function noteActing({ uid: targetUid, actorUid, actorReason }: SessionRow, context: RawContext): Promise<void> {
    if (!actorUid) return;
    const { realm, ipAddress, requestId } = context;
    await identity.noteActing(realm, { actorUid, targetUid, reason: actorReason ?? "", requestId, ipAddress });
  }

  async function recordBegin(session: SessionRow, asked: AuthorizeRequest, context: RawContext): Promise<void> {
    const isStepUp = asked.idTokenHint !== null && asked.wantsSecure;
    const { realm, ipAddress, requestId } = context;
    await events.add({
      realm,
      ipAddress,
      requestId,
      kind: session.actorUid ? "acting_began" : isStepUp ? "stepped_up" : "signed_in",
      uid: session.uid,
      actorUid: session.actorUid,
      sessionId: session.id,
      details: { amr: session.amr, acr: session.acr, ...(session.actorReason ? { reason: session.actorReason } : {}) },
    });
  }
}
