import { and, eq } from "drizzle-orm";
import type { Databases } from "../../../db/.server/connect";
import { type Realm, regionOf } from "../../../realms/realm";
import { isCommonPassword } from "../../contracts/common-passwords";
import { validationError } from "../../contracts/service-error";
import { passwordHasher } from "./password-hash";
import { nobody } from "./sessions";
import { passwords } from "./tables";

/** Days for which a first or reset password opens the door; it must be changed behind it. Security 22. */
export const temporaryDays = 14;

export type PasswordCheck = "right" | "wrong" | "expired";

export type Passwords = {
  /** Takes the same time whether the person exists (`uid` null when not), has a password, or mistyped it. Security 33. */
  check(realm: Realm, uid: string | null, password: string): Promise<PasswordCheck>;
  isTemporary(realm: Realm, uid: string): Promise<boolean>;
  /** False for people who only sign in by somebody else's account. */
  exists(realm: Realm, uid: string): Promise<boolean>;
  /** @throws ServiceError 400 ValidationError on a password that is too short, too long or too common */
  set(realm: Realm, uid: string, password: string, options: { temporary: boolean }): Promise<void>;
};

/** What a wrong guess is compared with where there is nothing to compare: a hash of nobody's password. */
let nobodysHash: Promise<string> | undefined;

export function createPasswords(databases: Databases): Passwords {
  return {
    async check(realm, uid, password) {
      const row = await find(realm, uid ?? nobody);
      nobodysHash ??= passwordHasher().hash("nobody's password");
      const isRight = await passwordHasher().verify(row?.hash ?? (await nobodysHash), password);
      if (!row || !isRight) return "wrong";
      return row.expiresAt && row.expiresAt.getTime() < Date.now() ? "expired" : "right";
    },

    async isTemporary(realm, uid) {
      return (await find(realm, uid))?.temporary ?? false;
    },

    async exists(realm, uid) {
      return (await find(realm, uid)) !== undefined;
    },

    async set(realm, uid, password, { temporary }) {
      checkPassword(password);
      const hash = await passwordHasher().hash(password);
      const expiresAt = temporary ? new Date(Date.now() + temporaryDays * 24 * 60 * 60 * 1000) : null;
      const values = { hash, temporary, expiresAt, changedAt: new Date() };
      await databases[regionOf(realm)]
        .insert(passwords)
        .values({ realm, uid, ...values })
        .onConflictDoUpdate({ target: [passwords.realm, passwords.uid], set: values });
    },
  };

  async function find(realm: Realm, uid: string) {
    const rows = await databases[regionOf(realm)]
      .select()
      .from(passwords)
      .where(and(eq(passwords.realm, realm), eq(passwords.uid, uid)));
    return rows[0];
  }
}

/** Spec 3, section 5: at least 8, up to 255 characters. Security 23: none of the common ones, never truncated. */
function checkPassword(password: string): void {
  const refuse = (reason: string) => validationError([{ attribute: "password", reason }]);
  if ([...password].length < 8) throw refuse("At least 8 characters");
  if ([...password].length > 255) throw refuse("Up to 255 characters");
  if (isCommonPassword(password)) throw refuse("Too common");
}
