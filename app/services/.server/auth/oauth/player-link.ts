import { sql } from "drizzle-orm";
import type { Databases, Transaction } from "~/db/.server/connect";
import { type Realm, regionOf } from "~/realms/realm";
import type { Events } from "~/services/.server/auth/sessions/events";
import type { Sessions } from "~/services/.server/auth/sessions/sessions";
import type { IdentityDirectory } from "~/services/.server/directory/identity";
import type { RawContext } from "~/services/.server/dispatch/endpoint";
import { ServiceError } from "~/services/contracts/service-error";
import type { Proof } from "./complete-sign-in";
import type { Tokens } from "./tokens";

/** Value in `amr` of a session started by a player link. */
const playerLinkMethod = "id_token";

/** `amr` values of a second factor; never copied to a session started by a link. */
const secondMethods = new Set(["otp", "sms", "recovery", "mfa"]);

type Deps = {
  databases: Databases;
  tokens: Pick<Tokens, "readPlayerLink">;
  sessions: Pick<Sessions, "find" | "isActive">;
  identity: Pick<IdentityDirectory, "findByUid">;
  events: Events;
};

type LinkProof = { proof: Proof; note(within: Transaction): Promise<void> };

export type PlayerLinks = ReturnType<typeof createPlayerLinks>;

/**
 * Login with the id token of a player link: issued by this service for this realm, not expired, of an active session, and unused. The new
 * session is `basic`, has the auth_time of the original session and ends no later, so that it is never a fresh login.
 * docs/product/choices.md#player-link.
 */
export function createPlayerLinks({ databases, tokens, sessions, identity, events }: Deps) {
  return {
    /**
     * `note` marks the token as used, in the transaction that starts the session.
     * @throws ServiceError 401 invalid_link
     */
    async prove(token: string, context: RawContext): Promise<LinkProof> {
      const { realm } = context;
      const link = await tokens.readPlayerLink(realm, context.origin, token);
      if (!link) throw await refused(context, null, "invalid");
      const session = await sessions.find(realm, link.sessionId);
      const [isActive, person] = session
        ? await Promise.all([sessions.isActive(realm, session.id, session.uid), identity.findByUid(realm, session.uid)])
        : [false, null];
      const isTheirs = person?.status === "active" && String(person.legacyId) === link.legacyId;
      // An impersonated session lasts half an hour; a link must neither extend it nor hide the impersonating user.
      if (!session || !isActive || !isTheirs || session.actorUid !== null) {
        throw await refused(context, person?.uid ?? null, "session_over");
      }
      const proof: Proof = {
        uid: person.uid,
        amr: [...session.amr.filter((method) => !secondMethods.has(method)), playerLinkMethod],
        acr: "basic",
        authTime: session.authTime,
        expiresAt: session.expiresAt,
        actor: null,
      };
      return {
        proof,
        async note(within) {
          if (!(await use(within, realm, link))) throw await refused(context, person.uid, "used");
        },
      };
    },

    async purgeExpired(realm: Realm): Promise<void> {
      await databases[regionOf(realm)].execute(
        sql`delete from auth.used_player_links where realm = ${realm} and expires_at < now()`,
      );
    },
  };

  /** True only for the first call. */
  async function use(
    within: Transaction,
    realm: Realm,
    { jti, expiresAt }: { jti: string; expiresAt: Date },
  ): Promise<boolean> {
    const { rows } = await within.execute(sql`
      insert into auth.used_player_links (realm, jti, expires_at) values (${realm}, ${jti}, ${expiresAt.toISOString()})
      on conflict do nothing returning jti`);
    return rows.length === 1;
  }

  async function refused(
    context: RawContext,
    uid: string | null,
    reason: "invalid" | "session_over" | "used",
  ): Promise<ServiceError> {
    const details = { method: playerLinkMethod, reason };
    await events.add({ ...context, kind: "sign_in_refused", uid, details });
    return new ServiceError(401, "invalid_link", "The link has been used, or is too old");
  }
}
