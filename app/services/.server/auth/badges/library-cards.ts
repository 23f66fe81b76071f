import { createHmac, hkdfSync } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Databases } from "~/db/.server/connect";
import { type Realm, regionOf } from "~/realms/realm";
import type { KnownDevices } from "~/services/.server/auth/passwords/known-devices";
import { cardLimits, type Limits } from "~/services/.server/auth/passwords/limits";
import { passwordHasher } from "~/services/.server/auth/passwords/password-hash";
import type { Events } from "~/services/.server/auth/sessions/events";
import type { Sessions } from "~/services/.server/auth/sessions/sessions";
import { libraryCards } from "~/services/.server/auth/tables";
import type { IdentifiedPerson, IdentityDirectory } from "~/services/.server/directory/identity";
import type { RawContext } from "~/services/.server/dispatch/endpoint";
import { readCardNumber, readCardPin } from "~/services/contracts/library-card";
import { ServiceError, validationError } from "~/services/contracts/service-error";

/**
 * Library cards with a PIN (`ak-bibliotheken`). PINs are short, so their rate limits are stricter than those of passwords. Not for
 * guardians, who have no external logins.
 */

type LibraryCardDeps = {
  databases: Databases;
  sessionSecret: string;
  identity: IdentityDirectory;
  sessions: Sessions;
  limits: Limits;
  events: Events;
  devices: Pick<KnownDevices, "find">;
};

export type LibraryCards = ReturnType<typeof createLibraryCards>;

type LibraryCard = { uid: string; number: string; pin: string };

let dummyHash: Promise<string> | undefined;

export function createLibraryCards(deps: LibraryCardDeps) {
  const { databases, sessionSecret, identity, sessions, limits, events, devices } = deps;
  const key = Buffer.from(hkdfSync("sha256", sessionSecret, "", "fabel library cards", 32));

  return {
    /**
     * Adds a card for a person unless the number is taken; existing cards are unchanged.
     * @throws ServiceError 400 ValidationError for an invalid number or PIN
     */
    async add(realm: Realm, card: LibraryCard): Promise<void> {
      const number = readCardNumber(card.number);
      const pin = readCardPin(card.pin);
      if (number === null) throw validationError([{ attribute: "card", reason: "Incorrectly formatted" }]);
      if (pin === null) throw validationError([{ attribute: "pin", reason: "Incorrectly formatted" }]);
      if (await find(realm, number)) return;
      const hash = await passwordHasher().hash(secretOf(number, pin));
      await databases[regionOf(realm)]
        .insert(libraryCards)
        .values({ realm, uid: card.uid, hash, numberDigest: digest(realm, number) })
        .onConflictDoNothing();
    },

    /**
     * The holder of a card. Takes the same time whether or not the card exists.
     * @throws ServiceError 400 ValidationError, 401 invalid_card, 429 with Retry-After
     */
    async prove(
      typed: { number: string; pin: string; device?: string | undefined },
      context: RawContext,
    ): Promise<IdentifiedPerson> {
      const number = readCardNumber(typed.number.slice(0, 100));
      const pin = readCardPin(typed.pin.slice(0, 100));
      const wrong = [
        ...(number === null ? [{ attribute: "card", reason: "Incorrectly formatted" }] : []),
        ...(pin === null ? [{ attribute: "pin", reason: "Incorrectly formatted" }] : []),
      ];
      if (number === null || pin === null) throw validationError(wrong);

      const { realm, ipAddress } = context;
      const row = await find(realm, number);
      const isKnownHere = await sessions.hasBegunFrom(realm, row?.uid ?? null, ipAddress);
      const device = devices.find(typed.device, realm, row?.uid ?? null);
      const account = `card ${digest(realm, number)}`;
      const guess = { realm, account, ipAddress, isKnownHere, device, limits: cardLimits };
      await limits.countGuess(guess);
      dummyHash ??= passwordHasher().hash("nobody's card");
      const isRight = await passwordHasher().verify(row?.hash ?? (await dummyHash), secretOf(number, pin));
      const person = row && isRight ? await identity.findByUid(realm, row.uid) : null;
      const mayEnter = person?.status === "active" && !person.roles.includes("guardian");
      if (!person || !mayEnter) {
        const details = { method: "ak-bibliotheken", reason: person ? person.status : "wrong" };
        await events.add({ ...context, kind: "sign_in_refused", uid: row?.uid ?? null, details });
        throw new ServiceError(401, "invalid_card", "Wrong card or PIN");
      }
      await limits.forgiveGuess(guess);
      return person;
    },
  };

  async function find(realm: Realm, number: string) {
    const rows = await databases[regionOf(realm)]
      .select()
      .from(libraryCards)
      .where(and(eq(libraryCards.realm, realm), eq(libraryCards.numberDigest, digest(realm, number))));
    return rows[0];
  }

  /** A keyed digest: there are so few card numbers that a plain digest could be reversed by trying all of them. */
  function digest(realm: Realm, number: string): string {
    return createHmac("sha256", key).update(`${realm} ${number}`).digest("base64url");
  }
}

function secretOf(number: string, pin: string): string {
  return `${number} ${pin}`;
}
