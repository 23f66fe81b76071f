import { and, eq, sql } from "drizzle-orm";
import type { Databases, Transaction } from "~/db/.server/connect";
import { queryPrepared } from "~/db/.server/prepared";
import { type Realm, regionOf } from "~/realms/realm";
import { nobody } from "~/services/.server/auth/sessions/sessions";
import { passwords } from "~/services/.server/auth/tables";
import type { HashedPassword, PasswordHash, PasswordValidity } from "~/services/.server/directory/identity";
import { isCommonPassword } from "~/services/contracts/common-passwords";
import { formMessages } from "~/services/contracts/form-messages";
import { isOwnNamePassword, ownNamePassword, type PasswordOwner } from "~/services/contracts/own-name-password";
import { validationError } from "~/services/contracts/service-error";
import { passwordHasher } from "./password-hash";

/** Days for which an initial or reset password is valid; it must be changed at login. docs/security.md, line 22. */
export const temporaryDays = 14;

/** `temporary`: correct, but must be changed before the login succeeds. */
type PasswordCheck = "right" | "temporary" | "wrong" | "expired";

/** The stored hash and its validity. */
export type StoredPassword = Pick<typeof passwords.$inferSelect, "hash" | "temporary" | "expiresAt">;

export type Passwords = {
  /** Takes the same time whether the person exists (`uid` is null if not), has no password, or mistyped it. docs/security.md, line 33. */
  check(realm: Realm, uid: string | null, password: string): Promise<PasswordCheck>;
  /** The two steps of `check`, for callers that do other work in between. */
  find(realm: Realm, uid: string | null): Promise<StoredPassword | null>;
  compare(stored: StoredPassword | null, password: string): Promise<PasswordCheck>;
  /** False for people who log in only at external providers. */
  exists(realm: Realm, uid: string): Promise<boolean>;
  /** @throws ServiceError 400 ValidationError for a password that is too short, too long or too common */
  set(
    realm: Realm,
    uid: string,
    password: string,
    options: PasswordValidity & { within?: Transaction | undefined },
  ): Promise<void>;
  /**
   * Replaces a temporary password by the person's own, unless it has been replaced meanwhile: of two people with the same slip the first
   * keeps the account. False if nothing was replaced. @throws ServiceError like `set`
   */
  replaceTemporary(realm: Realm, uid: string, temporary: StoredPassword, password: string): Promise<boolean>;
  /** Stores the results of `hashPasswords` in one statement. */
  setHashed(realm: Realm, people: readonly HashedPassword[], within: Transaction): Promise<void>;
  /** When each person's password was last set; people without one are omitted. */
  timesOf(realm: Realm, uids: readonly string[]): Promise<Map<string, Date>>;
};

/** A dummy hash to compare with if there is no password, so that timing reveals nothing. */
let dummyHash: Promise<string> | undefined;

export function createPasswords(databases: Databases): Passwords {
  return {
    check: async (realm, uid, password) => compare(await find(realm, uid), password),
    find,
    compare,

    async exists(realm, uid) {
      return (await find(realm, uid)) !== null;
    },

    async set(realm, uid, password, { within, ...life }) {
      checkPassword(password);
      const hash = await passwordHasher().hash(password);
      const days = daysOf(life);
      const expiresAt = days === null ? null : new Date(Date.now() + days * 24 * 60 * 60 * 1000);
      const values = { hash, temporary: life.temporary, expiresAt, changedAt: new Date() };
      await (within ?? databases[regionOf(realm)])
        .insert(passwords)
        .values({ realm, uid, ...values })
        .onConflictDoUpdate({ target: [passwords.realm, passwords.uid], set: values });
    },

    async replaceTemporary(realm, uid, temporary, password) {
      checkPassword(password);
      const values = { hash: await passwordHasher().hash(password), temporary: false, expiresAt: null };
      const replaced = await databases[regionOf(realm)]
        .update(passwords)
        .set({ ...values, changedAt: new Date() })
        .where(and(eq(passwords.realm, realm), eq(passwords.uid, uid), eq(passwords.hash, temporary.hash)))
        .returning({ uid: passwords.uid });
      return replaced.length === 1;
    },

    async setHashed(realm, people, within) {
      if (people.length === 0) return;
      await within.execute(sql`
        insert into auth.passwords (realm, uid, hash, temporary, expires_at, changed_at)
        select ${realm}, p.uid, p.hash, p.temporary, now() + make_interval(days => p.days), now()
        from unnest(${sql.param(people.map(({ uid }) => uid))}::uuid[], ${sql.param(people.map(({ hash }) => hash))}::text[],
            ${sql.param(people.map(({ life }) => life.temporary))}::boolean[], ${sql.param(people.map(({ life }) => daysOf(life)))}::int[])
          as p (uid, hash, temporary, days)
        on conflict (realm, uid) do update set hash = excluded.hash, temporary = excluded.temporary,
          expires_at = excluded.expires_at, changed_at = excluded.changed_at`);
    },

    async timesOf(realm, uids) {
      const { rows } = await databases[regionOf(realm)].execute<{ uid: string; at: string }>(sql`
        select uid, to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from auth.passwords
        where realm = ${realm} and uid = any (${sql.param([...uids])}::uuid[])`);
      return new Map(rows.map(({ uid, at }) => [uid, new Date(at)]));
    },
  };

  async function find(realm: Realm, uid: string | null): Promise<StoredPassword | null> {
    const rows = await queryPrepared<StoredPassword>(
      databases[regionOf(realm)],
      "password",
      sql`select hash, temporary, expires_at as "expiresAt" from auth.passwords
        where realm = ${realm} and uid = ${uid ?? nobody}`,
    );
    return rows[0] ?? null;
  }
}

/** null: never expires. */
function daysOf(life: PasswordValidity): number | null {
  return life.temporary ? temporaryDays : (life.days ?? null);
}

async function compare(stored: StoredPassword | null, password: string): Promise<PasswordCheck> {
  dummyHash ??= passwordHasher().hash("nobody's password");
  const isRight = await passwordHasher().verify(stored?.hash ?? (await dummyHash), password);
  if (!stored || !isRight) return "wrong";
  if (stored.expiresAt && stored.expiresAt.getTime() < Date.now()) return "expired";
  return stored.temporary ? "temporary" : "right";
}

/**
 * Hashes many new passwords, in order; an invalid one gets a reason instead. Few are queued at a time, so that a concurrent login waits
 * only for those.
 */
export async function hashPasswords(plaintexts: readonly string[]): Promise<PasswordHash[]> {
  const hasher = passwordHasher();
  const hashes: PasswordHash[] = [];
  let next = 0;
  const work = async () => {
    for (let place = next++; place < plaintexts.length; place = next++) {
      const password = plaintexts[place] ?? "";
      const reason = problemOf(password);
      hashes[place] = reason === null ? { hash: await hasher.hash(password) } : { reason };
    }
  };
  // Two per thread, so that a thread never idles between two passwords.
  await Promise.all(Array.from({ length: hasher.threads * 2 }, work));
  return hashes;
}

/**
 * Checks a password that a person chose for themselves: also that it is not just their own name. docs/security.md, line 23.
 * @throws ServiceError 400 ValidationError
 */
export function checkOwnPassword(password: string, owner: PasswordOwner): void {
  checkPassword(password);
  if (isOwnNamePassword(password, owner)) throw validationError([{ attribute: "password", reason: ownNamePassword }]);
}

/** docs/product/control-panel.md#validation: 8 to 255 characters. docs/security.md, line 23: not a common password, never truncated. */
export function checkPassword(password: string): void {
  const reason = problemOf(password);
  if (reason !== null) throw validationError([{ attribute: "password", reason }]);
}

function problemOf(password: string): string | null {
  if ([...password].length < 8) return formMessages.atLeastEight;
  if ([...password].length > 255) return formMessages.upTo255;
  return isCommonPassword(password) ? formMessages.tooCommon : null;
}
