import { randomInt } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Databases, Transaction } from "~/db/.server/connect";
import { type Realm, regionOf } from "~/realms/realm";
import { type Limits, pictureLimits } from "~/services/.server/auth/passwords/limits";
import { passwordHasher } from "~/services/.server/auth/passwords/password-hash";
import type { Events } from "~/services/.server/auth/sessions/events";
import type { Sessions } from "~/services/.server/auth/sessions/sessions";
import { pictureCodes } from "~/services/.server/auth/tables";
import type { IdentifiedPerson, IdentityDirectory } from "~/services/.server/directory/identity";
import { pictureMethod } from "~/services/.server/dispatch/caller";
import type { RawContext } from "~/services/.server/dispatch/endpoint";
import { codePictures, pictureCodeLength, pictureSecret } from "~/services/contracts/picture-code";
import { ServiceError } from "~/services/contracts/service-error";

/**
 * Picture codes: random, only for pupils of a school that allows them; stored as argon2 hashes; attempts are limited per account over all
 * IP addresses. docs/security.md, line 23; docs/decisions/0054-picture-codes.md.
 */

type PictureCodeDeps = {
  databases: Databases;
  identity: IdentityDirectory;
  sessions: Sessions;
  limits: Limits;
  events: Events;
};

export type PictureCodes = ReturnType<typeof createPictureCodes>;

/** A dummy hash to compare with if there is no code, so that timing reveals nothing. */
let dummyHash: Promise<string> | undefined;

export function createPictureCodes({ databases, identity, sessions, limits, events }: PictureCodeDeps) {
  return {
    /** Replaces the code and ends the sessions started with the old one; null if the person may not have one. */
    async issue(realm: Realm, uid: string, within: Transaction): Promise<string[] | null> {
      const holders = await identity.pictureHolders(realm, [uid], within);
      if (!holders.has(uid)) return null;
      const pictures = Array.from(
        { length: pictureCodeLength },
        () => codePictures[randomInt(codePictures.length)] ?? "",
      );
      const hash = await passwordHasher().hash(pictureSecret(pictures));
      await within
        .insert(pictureCodes)
        .values({ realm, uid, hash })
        .onConflictDoUpdate({ target: [pictureCodes.realm, pictureCodes.uid], set: { hash, issuedAt: new Date() } });
      await sessions.endByMethod(realm, [uid], pictureMethod, "pictures_void", within);
      return pictures;
    },

    async void(realm: Realm, uid: string, within: Transaction): Promise<void> {
      await within.delete(pictureCodes).where(and(eq(pictureCodes.realm, realm), eq(pictureCodes.uid, uid)));
      await sessions.endByMethod(realm, [uid], pictureMethod, "pictures_void", within);
    },

    /**
     * Same response and same time whether the account, its code or the school's permission is missing, or the code is wrong.
     * docs/security.md, line 33.
     * @throws ServiceError 401 invalid_credentials, 429 with Retry-After
     */
    async prove(username: string, pictures: string[], context: RawContext): Promise<IdentifiedPerson> {
      const { realm, ipAddress } = context;
      const person = await identity.findByUsername(realm, username);
      const isPupil = person?.status === "active" && person.type === "student";
      const [hash, holders] = await Promise.all([
        find(realm, person?.uid ?? nobody),
        identity.pictureHolders(realm, [person?.uid ?? nobody]),
      ]);
      // The account's counter also applies to known IP addresses and browsers: classmates use the same ones.
      const account = `pictures ${person?.username ?? username}`;
      const guess = { realm, account, ipAddress, isKnownHere: false, limits: pictureLimits };
      await limits.countGuess(guess);
      dummyHash ??= passwordHasher().hash("nobody's pictures");
      const isRight = await passwordHasher().verify(hash ?? (await dummyHash), pictureSecret(pictures));
      if (!person || !isPupil || !hash || !isRight || !holders.has(person.uid)) {
        const details = { method: pictureMethod, reason: isRight && hash ? "pictures_off" : "wrong" };
        await events.add({ ...context, kind: "sign_in_refused", uid: person?.uid ?? null, details });
        throw new ServiceError(401, "invalid_credentials", "Wrong username or pictures");
      }
      await limits.forgiveGuess(guess);
      return person;
    },
  };

  async function find(realm: Realm, uid: string): Promise<string | null> {
    const rows = await databases[regionOf(realm)]
      .select({ hash: pictureCodes.hash })
      .from(pictureCodes)
      .where(and(eq(pictureCodes.realm, realm), eq(pictureCodes.uid, uid)));
    return rows[0]?.hash ?? null;
  }
}

const nobody = "00000000-0000-0000-0000-000000000000";
