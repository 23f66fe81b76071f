import { createHmac, hkdfSync, randomInt, timingSafeEqual } from "node:crypto";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Databases } from "~/db/.server/connect";
import { type Locale, type Realm, realmRow, regionOf } from "~/realms/realm";
import { type Limits, smsLimits } from "~/services/.server/auth/passwords/limits";
import { smsCodes } from "~/services/.server/auth/tables";
import type { IdentifiedPerson, IdentityDirectory } from "~/services/.server/directory/identity";
import { ServiceError } from "~/services/contracts/service-error";
import { readOneTimeCode } from "~/services/contracts/typed-text";
import { mayHaveSecondFactor } from "./second-factor-rule";
import type { SmsSender } from "./sms-sender";

/** One-time codes by text message: a second factor for people with a mobile number in the directory. */

/** Validity of a code in minutes. */
const minutes = 5;
const triesACode = 5;

type SmsCodeDeps = {
  databases: Databases;
  sessionSecret: string;
  identity: IdentityDirectory;
  limits: Limits;
  sender: SmsSender;
};

export type SmsCodes = ReturnType<typeof createSmsCodes>;

export function createSmsCodes({ databases, sessionSecret, identity, limits, sender }: SmsCodeDeps) {
  const key = Buffer.from(hkdfSync("sha256", sessionSecret, "", "fabel text message codes", 32));
  const ofPerson = (realm: Realm, uid: string) => and(eq(smsCodes.realm, realm), eq(smsCodes.uid, uid));

  return {
    /** The person's masked number: `•••• 67`; null without a number, or if the person may not have a second factor. */
    async maskedNumber(person: IdentifiedPerson): Promise<string | null> {
      const number = await numberOf(person);
      return number && maskedNumber(number);
    },

    /**
     * The number for codes of this person.
     * @throws ServiceError 403 second_factor_required if there is none
     */
    async requireNumber(person: IdentifiedPerson): Promise<string> {
      const number = await numberOf(person);
      if (!number) throw new ServiceError(403, "second_factor_required", "There is no mobile number to send a code to");
      return number;
    },

    /**
     * Sends a new code to the number of `requireNumber`, and invalidates the previous one.
     * @throws ServiceError 429 with Retry-After, 503 sms_unavailable
     */
    async send(
      { realm, uid }: IdentifiedPerson,
      number: string,
      { locale, origin, ipAddress }: SendTo,
    ): Promise<{ to: string }> {
      await limits.count(realm, "sms-number", number, smsLimits.number);
      await limits.count(realm, "sms-address", ipAddress ?? "nowhere", smsLimits.address);
      const code = String(randomInt(1_000_000)).padStart(6, "0");
      const fresh = {
        codeDigest: digest(realm, uid, code),
        tries: 0,
        expiresAt: new Date(Date.now() + minutes * 60_000),
      };
      await databases[regionOf(realm)]
        .insert(smsCodes)
        .values({ realm, uid, ...fresh })
        .onConflictDoUpdate({ target: [smsCodes.realm, smsCodes.uid], set: fresh });
      const language = locale ?? realmRow(realm).locale;
      await sender.sendCode({ realm, to: number, code, minutes, locale: language, host: new URL(origin).hostname });
      return { to: maskedNumber(number) };
    },

    /** Verifies and consumes a code. It can be used once and allows five attempts. */
    async take(person: IdentifiedPerson, typed: string): Promise<boolean> {
      const { realm, uid } = person;
      const code = readOneTimeCode(typed);
      if (!/^\d{6}$/.test(code) || !mayHaveSecondFactor(person)) return false;
      // Attempts are counted before the comparison, so that parallel requests gain nothing.
      const [row] = await databases[regionOf(realm)]
        .update(smsCodes)
        .set({ tries: sql`${smsCodes.tries} + 1` })
        .where(and(ofPerson(realm, uid), lt(smsCodes.tries, triesACode), gt(smsCodes.expiresAt, new Date())))
        .returning({ codeDigest: smsCodes.codeDigest });
      if (!row || !isSame(row.codeDigest, digest(realm, uid, code))) return false;
      const taken = await databases[regionOf(realm)]
        .delete(smsCodes)
        .where(and(ofPerson(realm, uid), eq(smsCodes.codeDigest, row.codeDigest)))
        .returning({ uid: smsCodes.uid });
      return taken.length === 1;
    },

    async purgeExpired(realm: Realm): Promise<void> {
      await databases[regionOf(realm)]
        .delete(smsCodes)
        .where(and(eq(smsCodes.realm, realm), lt(smsCodes.expiresAt, new Date())));
    },
  };

  async function numberOf(person: IdentifiedPerson): Promise<string | null> {
    return mayHaveSecondFactor(person) ? identity.smsNumberOf(person.realm, person.uid) : null;
  }

  /** A keyed digest: a plain one could be reversed by trying all million codes. */
  function digest(realm: Realm, uid: string, code: string): string {
    return createHmac("sha256", key).update(`${realm} ${uid} ${code}`).digest("base64url");
  }
}

type SendTo = { locale: Locale | null; origin: string; ipAddress: string | null };

function maskedNumber(number: string): string {
  return `•••• ${number.slice(-2)}`;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
