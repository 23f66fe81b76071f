import { createHmac, hkdfSync } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Databases, Transaction } from "~/db/.server/connect";
import { type Realm, regionOf } from "~/realms/realm";
import { randomToken, tokenDigest } from "~/security/secret-box.server";
import { badgeLimit, type Limits } from "~/services/.server/auth/passwords/limits";
import type { Events } from "~/services/.server/auth/sessions/events";
import type { Sessions } from "~/services/.server/auth/sessions/sessions";
import { badges } from "~/services/.server/auth/tables";
import type { IdentifiedPerson, IdentityDirectory } from "~/services/.server/directory/identity";
import { badgeAmr, badgesDisabled } from "~/services/.server/dispatch/caller";
import type { RawContext } from "~/services/.server/dispatch/endpoint";
import { badgeAlphabet, badgeLength, readBadge } from "~/services/contracts/badge";
import { ServiceError } from "~/services/contracts/service-error";

/**
 * QR badges for pupils whose organisation allows them. Codes are stored as digests and can be voided immediately.
 * docs/security.md, line 28.
 */

const batch = 1000;

type BadgeDeps = {
  databases: Databases;
  /** Codes are derived from it and a random salt: the database alone cannot be used to log in, and badges can be printed again. */
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
    // Unbiased, since 256 is a multiple of the 32 letters.
    return [...digest.subarray(0, badgeLength)].map((byte) => badgeAlphabet[byte % badgeAlphabet.length]).join("");
  };

  return {
    /** Issues a badge to each of `uids` who may have one. Voids their previous badges and ends the sessions started with them. */
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
        await sessions.endByMethod(realm, uidsOf(part), badgeAmr, "badge_void", within);
      }
      return issued.map(({ uid, token }) => ({ uid, token }));
    },

    /**
     * Codes of existing badges, for printing again, of people who may have one. null if a badge can only be replaced: it was issued before
     * codes were derived from the secret, or with another secret. People without a badge are omitted.
     */
    async read(realm: Realm, uids: string[], within: Transaction): Promise<Map<string, string | null>> {
      const holders = [...(await identity.badgeHolders(realm, uids, within))];
      const tokens = new Map<string, string | null>();
      for (const part of batches(holders)) {
        const stored = await within
          .select({ uid: badges.uid, tokenHash: badges.tokenHash, salt: badges.salt })
          .from(badges)
          .where(and(eq(badges.realm, realm), inArray(badges.uid, part)));
        for (const { uid, tokenHash, salt } of stored) {
          const token = salt === null ? null : tokenOf(realm, uid, salt);
          tokens.set(uid, token !== null && tokenDigest(token) === tokenHash ? token : null);
        }
      }
      return tokens;
    },

    /** Voids the badges and ends the sessions started with them. */
    async void(realm: Realm, uids: string[], within: Transaction): Promise<void> {
      for (const part of batches(uids)) {
        await within.delete(badges).where(and(eq(badges.realm, realm), inArray(badges.uid, part)));
        await sessions.endByMethod(realm, part, badgeAmr, "badge_void", within);
      }
    },

    /**
     * The holder of a badge. Only invalid badges count against the rate limit: a valid one cannot be guessed, and counting it would let one
     * client lock out a school's network. A valid badge of a school with badges disabled gets its own error, because a new badge would not
     * help.
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
      await events.add({ ...context, kind: "sign_in_refused", uid, details: { method: badgeAmr, reason } });
      throw isRight ? badgesDisabled() : new ServiceError(401, reason, "The badge is not valid");
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
