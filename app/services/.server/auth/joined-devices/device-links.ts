import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Databases, Transaction } from "~/db/.server/connect";
import { type Realm, regionOf } from "~/realms/realm";
import { randomToken, tokenDigest } from "~/security/secret-box.server";
import type { Proof } from "~/services/.server/auth/oauth/complete-sign-in";
import { deviceLinkGuessLimit, type Limits } from "~/services/.server/auth/passwords/limits";
import type { Events } from "~/services/.server/auth/sessions/events";
import type { Sessions } from "~/services/.server/auth/sessions/sessions";
import type { IdentityDirectory } from "~/services/.server/directory/identity";
import { findOwnProfile } from "~/services/.server/directory/people/family-profiles";
import type { RawContext } from "~/services/.server/dispatch/endpoint";
import { queueMail } from "~/services/.server/mail/queue-mail";
import { readBadge } from "~/services/contracts/badge";
import { deviceLinkCode, deviceLinkSeconds, joinedDeviceDays } from "~/services/contracts/device-link";
import { ServiceError } from "~/services/contracts/service-error";

/**
 * Links that join a device to a child of a family: at least 128 bits, stored as digests, valid once and for five minutes.
 * docs/security.md, line 35; decision 90.
 */

/** Value in `amr` of a session begun by a link. */
const deviceMethod = "device";

const day = 24 * 60 * 60 * 1000;

type Deps = {
  databases: Databases;
  identity: Pick<IdentityDirectory, "findByUid">;
  sessions: Pick<Sessions, "isActive">;
  limits: Pick<Limits, "count">;
  events: Events;
};

type NewLink = { realm: Realm; uid: string; sessionId: string; profileId: string; deviceName: string };
type StoredLink = Omit<NewLink, "realm">;
type LinkProof = { proof: Proof; note(within: Transaction): Promise<void> };

export type DeviceLinks = ReturnType<typeof createDeviceLinks>;

export function createDeviceLinks({ databases, identity, sessions, limits, events }: Deps) {
  return {
    /** Makes a link, and voids the child's earlier ones. @returns the code */
    async make(link: NewLink): Promise<{ code: string; expiresAt: Date }> {
      const { realm, uid, sessionId, profileId, deviceName } = link;
      const code = deviceLinkCode(randomBytes);
      const expiresAt = new Date(Date.now() + deviceLinkSeconds * 1000);
      await databases[regionOf(realm)].execute(sql`
        with earlier as (
          delete from auth.device_links where realm = ${realm} and uid = ${uid}::uuid and profile_id = ${profileId}::uuid
        )
        insert into auth.device_links (token_hash, realm, uid, profile_id, session_id, device_name, expires_at)
        values (${tokenDigest(code)}, ${realm}, ${uid}::uuid, ${profileId}::uuid, ${sessionId}::uuid, ${deviceName},
          ${expiresAt.toISOString()})`);
      return { code, expiresAt };
    },

    /**
     * The session that a link opens. `note` uses the link up, in the transaction that begins the session. Only wrong links count against
     * the limit of an address.
     * @throws ServiceError 401 invalid_device_link, 429 with Retry-After
     */
    async prove(text: string, context: RawContext): Promise<LinkProof> {
      const { realm } = context;
      const code = readBadge(text.slice(0, 500));
      const link = code === null ? null : await find(realm, code);
      const [isMakerHere, person, profile] = link
        ? await Promise.all([
            // A link ends with the session that made it: a new password ends both.
            sessions.isActive(realm, link.sessionId, link.uid),
            identity.findByUid(realm, link.uid),
            findOwnProfile(databases[regionOf(realm)], { realm, uid: link.uid }, link.profileId),
          ])
        : [false, null, null];
      if (code === null || !link || !isMakerHere || person?.status !== "active" || !profile) {
        await limits.count(realm, "device-link", context.ipAddress ?? "nowhere", deviceLinkGuessLimit);
        throw await refused(context, link?.uid ?? null);
      }
      const proof: Proof = {
        uid: link.uid,
        amr: [deviceMethod],
        acr: "basic",
        authTime: new Date(),
        expiresAt: new Date(Date.now() + joinedDeviceDays * day),
        actor: null,
        joined: { profileId: profile.id, deviceName: link.deviceName },
      };
      return {
        proof,
        async note(within) {
          if (!(await use(within, realm, code))) throw await refused(context, link.uid);
          await queueJoinedMail(within, realm, link, profile.name);
        },
      };
    },

    /** Ends a deleted child's devices and links, in the transaction that deletes the child. */
    async endOfProfile(within: Transaction, { realm, profileId }: { realm: Realm; profileId: string }): Promise<void> {
      await within.execute(
        sql`delete from auth.device_links where realm = ${realm} and profile_id = ${profileId}::uuid`,
      );
      await within.execute(sql`update auth.sessions set ended_at = now(), end_reason = 'profile_deleted'
        where realm = ${realm} and profile_id = ${profileId}::uuid and ended_at is null`);
    },

    async purgeExpired(realm: Realm): Promise<void> {
      await databases[regionOf(realm)].execute(
        sql`delete from auth.device_links where realm = ${realm} and expires_at < now()`,
      );
    },
  };

  async function find(realm: Realm, code: string): Promise<StoredLink | null> {
    const { rows } = await databases[regionOf(realm)].execute<StoredLink>(sql`
      select uid, profile_id as "profileId", session_id as "sessionId", device_name as "deviceName"
      from auth.device_links where token_hash = ${tokenDigest(code)} and realm = ${realm} and expires_at > now()`);
    return rows[0] ?? null;
  }

  /** Tells the family, in the transaction that joins the device; each is an event of its own. */
  function queueJoinedMail(within: Transaction, realm: Realm, { uid, deviceName }: StoredLink, child: string) {
    const values = { device: deviceName, child, joinedOn: { moment: new Date().toISOString() } };
    return queueMail(within, { realm, kind: "device-joined", key: randomToken(12), to: { uid }, values });
  }

  /** True only for the first call. */
  async function use(within: Transaction, realm: Realm, code: string): Promise<boolean> {
    const { rows } = await within.execute(sql`
      delete from auth.device_links where token_hash = ${tokenDigest(code)} and realm = ${realm} and expires_at > now()
      returning uid`);
    return rows.length === 1;
  }

  async function refused(context: RawContext, uid: string | null): Promise<ServiceError> {
    const details = { method: deviceMethod, reason: "invalid_device_link" };
    await events.add({ ...context, kind: "sign_in_refused", uid, details });
    return new ServiceError(401, "invalid_device_link", "The link has been used, or is too old");
  }
}
