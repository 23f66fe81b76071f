import type { Databases } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import type { Access } from "~/services/.server/directory/access";
import type { AuditEntry } from "~/services/.server/directory/audit/audit-store";
import {
  authoriseCaller,
  authoriseGroup,
  authoriseOrganization,
  authorisePerson,
  requireSecureAccess,
} from "~/services/.server/directory/authorisation";
import { type Caller, requireCaller } from "~/services/.server/directory/caller";
import type { IdentifiedPerson } from "~/services/.server/directory/identity";
import { requireOwnMarks } from "~/services/.server/directory/own-rights";
import { findGroupAgeLimit } from "~/services/.server/directory/people/age-limit";
import {
  authoriseReader,
  type CallForReader,
  noProfile,
  type Reader,
} from "~/services/.server/directory/people/reader-profile";
import { findOrganizationSubscriptions } from "~/services/.server/directory/subscriptions/subscriptions-store";
import { notFound } from "~/services/contracts/service-error";
import { rightsOf } from "./authorise-book";
import type { Openable, OwnerOfBooks } from "./owner-books";
import type { StoredShelf } from "./placed-books";
import { findBook, type StoredBook } from "./store";
import { requireReleased } from "./withheld-books";

/** Proves rights on shelves of people, schools and classes, and which books their owners may open. docs/product/control-panel.md#errors. */

type Parts = {
  databases: Databases;
  /** A person in the caller's realm by uid; for the caller no query is needed. */
  personOf(caller: Caller, uid: string): Promise<IdentifiedPerson | null>;
  /** Age limit for books on a person's shelf; null for none. */
  ageLimitFor(realm: Realm, uid: string, profile: Reader["profile"]): Promise<number | null>;
  mayViewShelf(caller: Caller, uid: string): Promise<boolean>;
};

/** A shelf that the caller may see or edit; `audited` is set for shelves other than the caller's own. */
export type ShelfProof = {
  shelf: StoredShelf;
  audited: { access: Access; subject: Omit<AuditEntry, "action"> } | null;
  /** The owner's rights to open books. */
  opens(): Promise<Openable>;
};

/** Seeing the shelf of a school or class only requires scope; adding and removing books require EditBookshelf. */
type Doing = "see" | "put" | "take";
const rightTo = (doing: Doing) => (doing === "see" ? null : ("EditBookshelf" as const));

export type ShelfOwners = ReturnType<typeof createShelfOwners>;

export function createShelfOwners({ databases, personOf, ageLimitFor, mayViewShelf }: Parts) {
  const openToPerson = async (caller: Caller, uid: string, profile: Reader["profile"]) => {
    const [person, upToAge] = await Promise.all([personOf(caller, uid), ageLimitFor(caller.realm, uid, profile)]);
    const rights = person ? rightsOf(person) : { subscriptions: [], opensTalking: false };
    return { ...rights, upToAge, schools: person?.places.map(({ organizationId }) => organizationId) ?? [] };
  };

  return {
    /** @throws ServiceError 404 for a school out of scope, 403 without the right */
    async school(caller: Caller, id: string, doing: Doing): Promise<ShelfProof> {
      requireCaller(caller);
      const { realm } = caller;
      const proof = await authoriseOrganization(authoriseCaller({ databases }, caller), id, rightTo(doing));
      const { id: organizationId, uid } = proof.organization;
      const subject = { subjectType: "organization", subjectUid: uid, organizationUid: uid } as const;
      return {
        shelf: { realm, organizationId, organizationUid: uid },
        audited: { access: proof.access, subject },
        opens: async () => ({
          subscriptions: await findOrganizationSubscriptions(proof.database, organizationId),
          // Each person sees only the talking books that they are entitled to.
          opensTalking: true,
          upToAge: null,
        }),
      };
    },
    /** @throws ServiceError 404 for a class out of scope, 403 without the right */
    async group(caller: Caller, id: string, doing: Doing): Promise<ShelfProof> {
      requireCaller(caller);
      const { realm } = caller;
      const proof = await authoriseGroup(authoriseCaller({ databases }, caller), id, rightTo(doing));
      const { id: groupId, uid, organization } = proof.group;
      const subject = { subjectType: "group", subjectUid: uid, organizationUid: organization.uid } as const;
      return {
        shelf: { realm, groupId, groupUid: uid },
        audited: { access: proof.access, subject },
        async opens() {
          const [subscriptions, upToAge] = await Promise.all([
            findOrganizationSubscriptions(proof.database, organization.id),
            findGroupAgeLimit(proof.database, realm, groupId),
          ]);
          return { subscriptions, opensTalking: true, upToAge };
        },
      };
    },
    /**
     * The shelf of a person that the caller may edit.
     * @throws ServiceError 404 for people out of scope; 403 without the right, for shared accounts, which have no shelf, and for removing a
     *   book from another person's shelf without a secure login
     */
    async person(call: CallForReader, caller: Caller, uid: string, doing: "put" | "take"): Promise<ShelfProof> {
      const self = requireCaller(caller);
      const { profileId, profile } = await authoriseReader(databases, call, caller);
      const { realm } = caller;
      if (uid === self.uid) {
        requireOwnMarks(self);
        return { shelf: { realm, uid, profileId }, audited: null, opens: () => openToPerson(caller, uid, profile) };
      }
      const { access, person } = await authorisePerson(authoriseCaller({ databases }, caller), uid, "EditBookshelf");
      if (doing === "take") requireSecureAccess(access);
      return {
        shelf: { realm, uid: person.uid, profileId: noProfile },
        audited: { access, subject: { subjectType: "user", subjectUid: person.uid } },
        opens: () => openToPerson(caller, person.uid, undefined),
      };
    },
    /** A person's shelf and rights, for callers who may see it. @throws ServiceError 404 for all others */
    async booksOfPerson(call: CallForReader, caller: Caller, uid: string): Promise<OwnerOfBooks> {
      const reader = await authoriseReader(databases, call, caller);
      const isOwn = uid === reader.uid;
      if (!isOwn && !(await mayViewShelf(caller, uid))) throw notFound();
      const profileId = isOwn ? reader.profileId : noProfile;
      return { realm: caller.realm, uid, profileId, ...(await openToPerson(caller, uid, reader.profile)) };
    },
    /** @throws ServiceError 404 for a book that the owner of a shelf may not open, 403 for one withheld from the child whose shelf it is */
    async bookFor({ realm, region }: Caller, { shelf, opens }: ShelfProof, bookId: string): Promise<StoredBook> {
      const { upToAge, ...rights } = await opens();
      const book = await findBook(databases[region], realm, rights, bookId);
      if (!book || (upToAge !== null && (book.shelf.ageFrom ?? 0) > upToAge)) throw notFound("There is no such book");
      if ("uid" in shelf) await requireReleased(databases[region], shelf, book.id);
      return book;
    },
  };
}
