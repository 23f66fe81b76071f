import { createHmac, hkdfSync } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Databases, Transaction } from "~/db/.server/connect";
import { type Realm, regionOf } from "~/realms/realm";
import { randomToken, tokenDigest } from "~/security/secret-box.server";
import { badgeLimit, type Limits } from "~/services/.server/auth/passwords/limits";
import type { Events } from "~/services/.server/auth/sessions/events";
import type { Sessions } from "~/services/.server/auth/sessions/sessions";
import { badges } from "~/services/.server/auth/tables";
import { badgeMethod, badgesDisabled } from "~/services/.server/caller";
import type { IdentifiedPerson, IdentityDirectory } from "~/services/.server/directory/identity";
import type { RawContext } from "~/services/.server/endpoint";
import { badgeAlphabet, badgeLength, readBadge } from "~/services/contracts/badge";
import { ServiceError } from "~/services/contracts/service-error";

/** QR badges: pupils alone, where one of their organisations allows it; stored as digests, void at once. docs/security.md, line 28. */

const batch = 1000;

export type BadgeDeps = {
  databases: Databases;
  /** Codes follow from it and from a salt of their own: what is stored opens nothing, and a badge can be printed again. */
  sessionSecret: string;
  identity: IdentityDirectory;
  sessions: Sessions;
  limits: Limits;
  events: Events;
};

export type Badges = ReturnType<typeof createBadges>;

export function createBadges({ databases, sessionSecret, identity, sessions, limits, events }: BadgeDeps) {
  const key = Buffer.from(hkdfSync("sha256", sessionSecret, "", "fabel badges", 32));
  const tokenOf = (realm: Realm, uid: string, salt: string) => {
    const digest = createHmac("sha256", key).update(`${realm} ${uid} ${salt}`).digest();
    // Unbiased: 256 byte values are a multiple of the 32 letters.
    return [...digest.subarray(0, badgeLength)].map((byte) => badgeAlphabet[byte % badgeAlphabet.length]).join("");
  };

  return {
    /** Issues a badge to each of `uids` who may have one. Their previous badges become void, and sessions begun with them end. */
    async issue(realm: Realm, uids: string[], within: Transaction): Promise<Array<{ uid: string; token: string }>> {
      const holders = await identity.badgeHolders(realm, uids, within);
      const issued = [...new Set(uids)]
        .filter((uid) => holders.has(uid))
        .map((uid) => {
          const salt = randomToken(16);
          return { uid, salt, token: tokenOf(realm, uid, salt) };
        });
      for (const part of batches(issued)) {
        await within
          .insert(badges)
          .values(part.map(({ uid, salt, token }) => ({ realm, uid, salt, tokenHash: tokenDigest(token) })))
          .onConflictDoUpdate({
            target: [badges.realm, badges.uid],
            set: { tokenHash: sql`excluded.token_hash`, salt: sql`excluded.salt`, issuedAt: new Date() },
          });
        await sessions.endByMethod(realm, uidsOf(part), badgeMethod, "badge_void", within);
      }
      return issued.map(({ uid, token }) => ({ uid, token }));
    },

    /**
     * The codes of badges as they are, to be printed again, of those who may have one: null for a badge that can only be replaced,
     * made before codes followed from the secret or under another secret. Who has no badge is left out.
     */
    async read(realm: Realm, uids: string[], within: Transaction): Promise<Map<string, string | null>> {
      const holders = [...(await identity.badgeHolders(realm, uids, within))];
      const found = new Map<string, string | null>();
      for (const part of batches(holders)) {
        const stored = await within
          .select({ uid: badges.uid, tokenHash: badges.tokenHash, salt: badges.salt })
          .from(badges)
          .where(and(eq(badges.realm, realm), inArray(badges.uid, part)));
        for (const { uid, tokenHash, salt } of stored) {
          const token = salt === null ? null : tokenOf(realm, uid, salt);
          found.set(uid, token !== null && tokenDigest(token) === tokenHash ? token : null);
        }
      }
      return found;
    },

    /** Voids the badges and ends the sessions that were begun with them. */
    async void(realm: Realm, uids: string[], within: Transaction): Promise<void> {
      for (const part of batches(uids)) {
        await within.delete(badges).where(and(eq(badges.realm, realm), inArray(badges.uid, part)));
        await sessions.endByMethod(realm, part, badgeMethod, "badge_void", within);
      }
    },

    /**
     * The person whose badge it is. Only invalid badges count against the rate limit: a valid one cannot be guessed, and counting it
     * would let one client lock out a school's network. A valid badge where badges are disabled gets an error of its own, because a
     * new badge would not help.
     * @throws ServiceError 401 invalid_badge, 401 badges_off, 429 with Retry-After
     */
    async prove(text: string, context: RawContext): Promise<IdentifiedPerson> {
      const code = readBadge(text.slice(0, 500));
      const uid = code === null ? null : await find(context.realm, code);
      const person = uid === null ? null : await identity.findByUid(context.realm, uid);
      const isHolder =
        person?.status === "active" && (await identity.badgeHolders(context.realm, [person.uid])).has(person.uid);
      if (person && isHolder) return person;
      const isRight = person?.status === "active" && person.type === "student";
      const reason = isRight ? "badges_off" : "invalid_badge";
      if (!isRight) await limits.count(context.realm, "badge", context.ipAddress ?? "nowhere", badgeLimit);
      await events.add({ ...context, kind: "sign_in_refused", uid, details: { method: badgeMethod, reason } });
      throw isRight ? badgesDisabled() : new ServiceError(401, reason, "This badge opens nothing");
    },
  };

  async function find(realm: Realm, code: string): Promise<string | null> {
    const rows = await databases[regionOf(realm)]
      .select({ uid: badges.uid })
      .from(badges)
      .where(and(eq(badges.realm, realm), eq(badges.tokenHash, tokenDigest(code))));
    return rows[0]?.uid ?? null;
  }
}

function uidsOf(people: Array<{ uid: string }>): string[] {
  return people.map(({ uid }) => uid);
}

function batches<T>(list: T[]): T[][] {
  const count = Math.ceil(list.length / batch);
  return Array.from({ length: count }, (_, index) => list.slice(index * batch, (index + 1) * batch));
}
