import type { Database, Databases } from "~/db/.server/connect";
import type { Access } from "~/services/.server/directory/access";
import { type AuditEntry, writeAudit } from "~/services/.server/directory/audit/audit-store";
import { authoriseCaller, authoriseOrganization, authorisePerson } from "~/services/.server/directory/authorisation";
import { type Caller, type Endpoints, endpoint, requireUser } from "~/services/.server/endpoint";
import { authoriseReader, type CallForReader, noProfile } from "~/services/.server/reader-profile";
import { libraryContracts as contracts, type libraryContracts } from "~/services/contracts/library";
import { forbidden, ServiceError } from "~/services/contracts/service-error";
import type { AuthoriseBook } from "./authorise-book";
import { placeBook, placesOfBook, removeBook, type Shelf } from "./placed-books";
import { schoolsOf } from "./shelf-endpoints";

type Parts = {
  databases: Databases;
  authoriseBook: AuthoriseBook;
};

type PlacedBookContracts = Pick<
  typeof libraryContracts,
  "putUserBook" | "deleteUserBook" | "addSchoolBook" | "deleteSchoolBook" | "getBookPlaces"
>;

/** A shelf that the caller may edit; `audited` where it is not their own. */
type ShelfProof = { shelf: Shelf; audited: { access: Access; subject: Omit<AuditEntry, "action"> } | null };

/** Own shelves and schools' shelves: putting books there and taking them away. docs/product/control-panel.md#calls, #errors. */
export function placedBookEndpoints({ databases, authoriseBook }: Parts): Endpoints<PlacedBookContracts> {
  /** @throws ServiceError 404 for people out of scope, 403 without the right, and for shared accounts, which have no shelf */
  const authorisePersonShelf = async (call: CallForReader, caller: Caller, uid: string): Promise<ShelfProof> => {
    const self = requireUser(caller);
    const { profileId } = await authoriseReader(databases, call, caller);
    const { realm } = caller;
    if (uid === self.uid) {
      if (self.person.sharedAccount || self.actor !== null) throw forbidden();
      return { shelf: { realm, uid, profileId }, audited: null };
    }
    const { access, person } = await authorisePerson(authoriseCaller({ databases }, caller), uid, "EditBookshelf");
    const subject = { subjectType: "user", subjectUid: person.uid } as const;
    return { shelf: { realm, uid: person.uid, profileId: noProfile }, audited: { access, subject } };
  };
  const authoriseSchoolShelf = async (caller: Caller, id: string): Promise<ShelfProof> => {
    requireUser(caller);
    const { realm } = caller;
    const proof = await authoriseOrganization(authoriseCaller({ databases }, caller), id, "EditBookshelf");
    const { id: organizationId, uid } = proof.organization;
    const subject = { subjectType: "organization", subjectUid: uid, organizationUid: uid } as const;
    return { shelf: { realm, organizationId, organizationUid: uid }, audited: { access: proof.access, subject } };
  };
  const place = (database: Database, { shelf, audited }: ShelfProof, bookId: string) =>
    database.transaction(async (within) => {
      const isNew = await placeBook(within, shelf, bookId);
      const line = { action: "shelf.book_added", details: { book: bookId } } as const;
      if (isNew && audited) await writeAudit(within, audited.access, [{ ...audited.subject, ...line }]);
    });
  const remove = (database: Database, { shelf, audited }: ShelfProof, bookId: string) =>
    database.transaction(async (within) => {
      const wasThere = await removeBook(within, shelf, bookId);
      const line = { action: "shelf.book_removed", details: { book: bookId } } as const;
      if (wasThere && audited) await writeAudit(within, audited.access, [{ ...audited.subject, ...line }]);
    });
  const done = { status: 204, body: undefined } as const;

  return {
    putUserBook: endpoint({
      contract: contracts.putUserBook,
      async authorise(call, caller) {
        const proof = await authorisePersonShelf(call, caller, call.params.id);
        return { ...proof, ...(await authoriseBook(call, caller, call.body.bookId)) };
      },
      async handle(_input, proof, { region }) {
        await place(databases[region], proof, proof.book.id);
        return done;
      },
    }),
    deleteUserBook: endpoint({
      contract: contracts.deleteUserBook,
      authorise: (call, caller) => authorisePersonShelf(call, caller, call.params.id),
      async handle({ params }, proof, { region }) {
        await remove(databases[region], proof, params.bookId);
        return done;
      },
    }),
    addSchoolBook: endpoint({
      contract: contracts.addSchoolBook,
      async authorise({ params, body }, caller) {
        const proof = await authoriseSchoolShelf(caller, params.id);
        return { ...proof, ...(await authoriseBook({ headers: {} }, caller, body.bookId)) };
      },
      async handle(_input, proof, { region }) {
        await place(databases[region], proof, proof.book.id);
        return done;
      },
    }),
    deleteSchoolBook: endpoint({
      contract: contracts.deleteSchoolBook,
      async authorise({ params }, caller) {
        try {
          return await authoriseSchoolShelf(caller, params.id);
        } catch (error) {
          throw error instanceof ServiceError && error.status === 404 ? forbidden() : error;
        }
      },
      async handle({ params }, proof, { region }) {
        await remove(databases[region], proof, params.bookId);
        return done;
      },
    }),
    getBookPlaces: endpoint({
      contract: contracts.getBookPlaces,
      authorise: (call, caller) => authoriseBook(call, caller, call.params.id),
      async handle(_input, { self, reader, book }, { realm, region }) {
        const owner = { realm, ...reader, schools: schoolsOf(self) };
        const places = await placesOfBook(databases[region], owner, book.id);
        return { status: 200, body: { ...places, mine: self.person.sharedAccount ? null : places.mine } };
      },
    }),
  };
}
