import { and, arrayContains, eq, isNull, lt, sql } from "drizzle-orm";
import { authenticator } from "otplib";
import type { Databases } from "~/db/.server/connect";
import { type Realm, regionOf } from "~/realms/realm";
import { randomToken, type SecretBox, tokenDigest } from "~/security/secret-box.server";
import type { Limits } from "~/services/.server/auth/passwords/limits";
import { secondFactors } from "~/services/.server/auth/tables";
import type { IdentifiedPerson } from "~/services/.server/directory/identity";
import { ServiceError, validationError } from "~/services/contracts/service-error";
import { readOneTimeCode } from "~/services/contracts/typed-text";
import { mayHaveSecondFactor } from "./second-factor-rule";
import type { SmsCodes } from "./sms-codes";

/** Authenticator apps (TOTP, RFC 6238) with recovery codes, for employees and administrators. docs/product/choices.md#who-and-where. */

const recoveryCodes = 10;
/** Accepted clock drift, in steps of 30 s in each direction. */
const drift = 1;
/** Length of a step in seconds. */
const step = 30;

type FactorRow = typeof secondFactors.$inferSelect;
type Where = { realm: Realm; ipAddress: string | null };
type AttemptDeps = { databases: Databases; box: SecretBox; smsCodes: Pick<SmsCodes, "take"> };

const totp = authenticator.clone({ window: drift, step });
const ofPerson = (realm: Realm, uid: string) => and(eq(secondFactors.realm, realm), eq(secondFactors.uid, uid));
const wrongCode = () => validationError([{ attribute: "code", reason: "Wrong code" }]);

export type SecondFactors = ReturnType<typeof createSecondFactors>;

export function createSecondFactors(
  databases: Databases,
  box: SecretBox,
  limits: Limits,
  smsCodes: Pick<SmsCodes, "take">,
) {
  const database = (realm: Realm) => databases[regionOf(realm)];

  return {
    /**
     * Verifies an app code (`otp`), a recovery code (`recovery_code`) or a code sent by text message (`sms_code`), and returns the methods
     * for `amr`.
     * @throws ServiceError 403 second_factor_required, 401 invalid_second_factor, 429
     */
    async prove(person: IdentifiedPerson, form: Record<string, string>, where: Where): Promise<string[]> {
      const row = mayHaveSecondFactor(person) ? await find(databases, person.realm, person.uid) : undefined;
      const attempt = attemptOf({ databases, box, smsCodes }, person, row, form);
      if (!attempt) throw new ServiceError(403, "second_factor_required", "A second factor is required");
      const guess = { ...where, account: `second factor of ${person.uid}`, isKnownHere: true };
      await limits.countGuess(guess);
      if (!(await attempt.isRight())) {
        throw new ServiceError(401, "invalid_second_factor", "That code is not right");
      }
      await limits.forgiveGuess(guess);
      return [attempt.method, "mfa"];
    },

    async state(realm: Realm, uid: string): Promise<{ isSet: boolean; recoveryCodesLeft: number }> {
      const row = await find(databases, realm, uid);
      const isSet = Boolean(row?.confirmedAt);
      return { isSet, recoveryCodesLeft: isSet ? (row?.recoveryHashes.length ?? 0) : 0 };
    },

    /** When the app was confirmed; null if none is set up. */
    async confirmedAt(realm: Realm, uid: string): Promise<Date | null> {
      return (await find(databases, realm, uid))?.confirmedAt ?? null;
    },

    /** Creates a secret that takes effect when `confirm` has checked a code of it; until then a confirmed one stays in effect. */
    async begin(person: IdentifiedPerson): Promise<{ secret: string; address: string }> {
      const secret = totp.generateSecret(20);
      const sealed = box.seal(secret);
      await database(person.realm)
        .insert(secondFactors)
        .values({ realm: person.realm, uid: person.uid, secret: sealed })
        .onConflictDoUpdate({
          target: [secondFactors.realm, secondFactors.uid],
          set: {
            secret: sql`case when ${secondFactors.confirmedAt} is null then excluded.secret else ${secondFactors.secret} end`,
            pendingSecret: sql`case when ${secondFactors.confirmedAt} is null then null else excluded.secret end`,
          },
        });
      return { secret, address: totp.keyuri(person.username, "Fabel", secret) };
    },

    /** @throws ServiceError 400 ValidationError for a wrong code */
    async confirm(person: IdentifiedPerson, code: string, where: Where): Promise<string[]> {
      const guess = { ...where, account: `second factor of ${person.uid}`, isKnownHere: true };
      await limits.countGuess(guess);
      const row = await find(databases, person.realm, person.uid);
      const secret = row && (row.confirmedAt ? row.pendingSecret : row.secret);
      const used = secret ? stepOf(box, secret, readOneTimeCode(code)) : null;
      if (!row || !secret || used === null) throw wrongCode();
      const codes = Array.from({ length: recoveryCodes }, () => randomToken(15).replace(/[-_]/g, "x").toLowerCase());
      const confirmed = await database(person.realm)
        .update(secondFactors)
        .set({
          secret,
          pendingSecret: null,
          confirmedAt: new Date(),
          lastStep: used,
          recoveryHashes: codes.map(tokenDigest),
        })
        .where(
          and(
            ofPerson(person.realm, person.uid),
            row.confirmedAt ? eq(secondFactors.pendingSecret, secret) : isNull(secondFactors.confirmedAt),
          ),
        )
        .returning({ uid: secondFactors.uid });
      if (confirmed.length === 0) throw wrongCode();
      await limits.forgiveGuess(guess);
      return codes.map((each) => each.match(/.{1,5}/g)?.join("-") ?? each);
    },

    async remove(realm: Realm, uid: string): Promise<void> {
      await database(realm).delete(secondFactors).where(ofPerson(realm, uid));
    },
  };
}

/** null if no code was entered, or if the person has no factor that it could belong to. */
function attemptOf(
  { databases, box, smsCodes }: AttemptDeps,
  person: IdentifiedPerson,
  row: FactorRow | undefined,
  form: Record<string, string>,
) {
  const otp = readOneTimeCode(form.otp ?? "");
  const recovery = readOneTimeCode(form.recovery_code ?? "")
    .replace(/-/g, "")
    .toLowerCase();
  const byText = form.sms_code ?? "";
  if (byText && mayHaveSecondFactor(person)) {
    return { method: "sms", isRight: () => smsCodes.take(person, byText) };
  }
  if (!row?.confirmedAt) return null;
  if (otp) return { method: "otp", isRight: () => takeCode(databases, box, row, otp) };
  return recovery ? { method: "recovery", isRight: () => takeRecoveryCode(databases, person, recovery) } : null;
}

async function find(databases: Databases, realm: Realm, uid: string) {
  const rows = await databases[regionOf(realm)].select().from(secondFactors).where(ofPerson(realm, uid));
  return rows[0];
}

/** True for a correct and unused code: of two requests only the first can advance the stored step. */
async function takeCode(databases: Databases, box: SecretBox, row: FactorRow, code: string): Promise<boolean> {
  const used = stepOf(box, row.secret, code);
  if (used === null) return false;
  const taken = await databases[regionOf(row.realm)]
    .update(secondFactors)
    .set({ lastStep: used })
    .where(and(ofPerson(row.realm, row.uid), lt(secondFactors.lastStep, used)))
    .returning({ uid: secondFactors.uid });
  return taken.length === 1;
}

/** The 30 s step that a code belongs to; null for a wrong code. */
function stepOf(box: SecretBox, sealed: Buffer, code: string): number | null {
  const secret = box.open(sealed);
  if (!secret || !/^\d{6}$/.test(code)) return null;
  const delta = totp.checkDelta(code, secret);
  return delta === null ? null : Math.floor(Date.now() / 1000 / step) + delta;
}

async function takeRecoveryCode(
  databases: Databases,
  { realm, uid }: IdentifiedPerson,
  code: string,
): Promise<boolean> {
  const hash = tokenDigest(code);
  const taken = await databases[regionOf(realm)]
    .update(secondFactors)
    .set({ recoveryHashes: sql`array_remove(${secondFactors.recoveryHashes}, ${hash})` })
    .where(and(ofPerson(realm, uid), arrayContains(secondFactors.recoveryHashes, [hash])))
    .returning({ uid: secondFactors.uid });
  return taken.length === 1;
}
