import { sql } from "drizzle-orm";
import type { Databases } from "~/db/.server/connect";
import { prepared } from "~/db/.server/prepared";
import { type Realm, regionOf } from "~/realms/realm";
import type { ExternalIdentifier, IdentifiedPerson, IdentityDirectory } from "~/services/.server/directory/identity";

/** An in-memory user directory, for tests of its clients; conditions in addition to a user are evaluated in the databases. */
export type IdentityDouble = IdentityDirectory & {
  add(person: Partial<IdentifiedPerson> & { username: string; realm: Realm }): IdentifiedPerson;
  /** Changes a user, like an update in the directory between two requests. */
  change(uid: string, change: Partial<IdentifiedPerson>): void;
  /** Lets one user impersonate another. */
  allowActing(actorUid: string, targetUid: string): void;
  /** Sets whether a pupil's school allows QR badges; initially it does not. */
  allowBadge(uid: string, isAllowed: boolean): void;
  /** The same for picture codes. */
  allowPictures(uid: string, isAllowed: boolean): void;
  setSmsNumber(uid: string, number: string | null): void;
  clearExternal(): void;
  setExternal(uid: string, identifier: ExternalIdentifier, value: string): void;
};

export function identityDouble(databases: Databases): IdentityDouble {
  const people = new Map<string, IdentifiedPerson>();
  const acting = new Set<string>();
  const badges = new Set<string>();
  const pictures = new Set<string>();
  const numbers = new Map<string, string | null>();
  const external = new Map<string, string>();
  const pupilsIn = (allowed: ReadonlySet<string>, realm: string, uids: string[]) => {
    // The status is not checked here, because the sign-in service must check it, which a test could not detect
    // otherwise.
    const isHolder = (person: IdentifiedPerson | undefined) =>
      person?.realm === realm && person.roles.includes("student");
    return new Set(uids.filter((uid) => allowed.has(uid) && isHolder(people.get(uid))));
  };
  return {
    add(given) {
      const person: IdentifiedPerson = {
        uid: crypto.randomUUID(),
        type: "student",
        places: [],
        ownGroups: [],
        legacyId: 1000 + people.size,
        name: given.username,
        preferredName: null,
        email: null,
        status: "active",
        sharedAccount: false,
        roles: ["student"],
        scopes: [],
        subscriptions: [],
        isStepUpRequired: false,
        speakingBookRights: false,
        ...given,
      };
      people.set(person.uid, person);
      return person;
    },
    change(uid, change) {
      const person = people.get(uid);
      if (person) people.set(uid, { ...person, ...change });
    },
    allowActing: (actorUid, targetUid) => void acting.add(`${actorUid} ${targetUid}`),
    allowBadge: (uid, isAllowed) => void (isAllowed ? badges.add(uid) : badges.delete(uid)),
    allowPictures: (uid, isAllowed) => void (isAllowed ? pictures.add(uid) : pictures.delete(uid)),
    badgeHolders: async (realm, uids) => pupilsIn(badges, realm, uids),
    pictureHolders: async (realm, uids) => pupilsIn(pictures, realm, uids),
    mayStaySignedIn: async (_realm, uid) => people.get(uid)?.type === "guardian",
    setSmsNumber: (uid, number) => void numbers.set(uid, number),
    smsNumberOf: async (_realm, uid) => numbers.get(uid) ?? null,
    clearExternal: () => external.clear(),
    setExternal: (uid, identifier, value) => void external.set(`${identifier} ${value}`, uid),
    async findByExternal(realm, identifier, value) {
      const person = people.get(external.get(`${identifier} ${value}`) ?? "");
      return person?.realm === realm ? person : null;
    },
    async findByUsername(realm, username) {
      const name = username.toLowerCase();
      return [...people.values()].find((each) => each.realm === realm && each.username.toLowerCase() === name) ?? null;
    },
    async findByUid(realm, uid) {
      const person = people.get(uid);
      return person?.realm === realm ? person : null;
    },
    findByUidWith(name, condition) {
      const query = prepared<{ holds: boolean }>(`identity-double-with-${name}`, sql`select ${condition} as holds`);
      return async (realm, uid, values) => {
        const person = people.get(uid);
        if (person?.realm !== realm) return null;
        const [found] = await query(databases[regionOf(realm)], { ...values, realm, uid });
        return { person, holds: found?.holds ?? false };
      };
    },
    noteActing: async () => undefined,
    noteActingEnds: async () => undefined,
    mayActAs: async (_realm, actorUid, targetUid) => acting.has(`${actorUid} ${targetUid}`),
  };
}
