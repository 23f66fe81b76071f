import type { Realm } from "~/realms/realm";
import { secureAcr } from "~/services/.server/auth/oauth/authorize-request";
import { eventOfCaller } from "~/services/.server/auth/oauth/caller-checks";
import type { IdentityDirectory, StoredPersonSession } from "~/services/.server/directory/identity";
import { authoriseInPerson } from "~/services/.server/directory/own-rights";
import { type Endpoints, endpoint, ownEndpoint } from "~/services/.server/dispatch/endpoint";
import { authContracts } from "~/services/contracts/auth";
import { notFound } from "~/services/contracts/service-error";
import type { Events } from "./events";
import type { Sessions } from "./sessions";

type ListDeps = { identity: IdentityDirectory; sessions: Sessions };
type Deps = ListDeps & { events: Events };

type Names = "getSessions" | "endSession" | "endOtherSessions";

/** A user's own sessions: list and end them. */
export function sessionEndpoints(deps: Deps): Endpoints<Pick<typeof authContracts, Names>> {
  const { sessions, events } = deps;
  return {
    getSessions: ownEndpoint({
      contract: authContracts.getSessions,
      async handle(_input, { uid, sessionId }, { realm }) {
        const personSessions = await sessionsOfPerson(deps, realm, uid);
        const data = personSessions.map((session) => ({ ...session, isCurrent: session.id === sessionId }));
        return { status: 200, body: { data } };
      },
    }),
    endSession: endpoint({
      contract: authContracts.endSession,
      async authorise({ params }, caller) {
        const { self } = authoriseInPerson(caller);
        const session = await sessions.find(caller.realm, params.id);
        if (session?.uid !== self.uid) throw notFound();
        return { session };
      },
      async handle(_input, { session }, caller) {
        await sessions.end(caller.realm, session.id, "ended_by_person");
        await events.add({ ...eventOfCaller(caller), kind: "sessions_ended", sessionId: session.id });
        return { status: 204, body: undefined };
      },
    }),
    endOtherSessions: endpoint({
      contract: authContracts.endOtherSessions,
      authorise: (_input, caller) => authoriseInPerson(caller),
      async handle(_input, { self }, caller) {
        await sessions.endAll(caller.realm, self.uid, "ended_by_person", { keep: self.sessionId });
        await events.add({ ...eventOfCaller(caller), kind: "sessions_ended" });
        return { status: 204, body: undefined };
      },
    }),
  };
}

/** The active sessions of a user, with the names of those who impersonate the user. */
export async function sessionsOfPerson(deps: ListDeps, realm: Realm, uid: string): Promise<StoredPersonSession[]> {
  const rows = await deps.sessions.list(realm, uid);
  const actors = new Map<string, string>();
  for (const actor of new Set(rows.flatMap((row) => row.actorUid ?? []))) {
    actors.set(actor, (await deps.identity.findByUid(realm, actor))?.name ?? "");
  }
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    ipAddress: row.ipAddress,
    userAgent: row.userAgent,
    isSecure: row.acr === secureAcr,
    staysUntil: row.staysSignedIn || row.profileId !== null ? row.expiresAt.toISOString() : null,
    device: row.profileId === null ? null : { profileId: row.profileId, name: row.deviceName ?? "" },
    actor: row.actorUid ? (actors.get(row.actorUid) ?? "") : null,
  }));
}
