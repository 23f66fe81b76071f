import type { Database, Databases } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Realm } from "~/realms/realm";
import { writeAudit } from "~/services/.server/directory/audit/audit-store";
import type { Caller } from "~/services/.server/directory/caller";
import type { Reader } from "~/services/.server/directory/people/reader-profile";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { formMessages } from "~/services/contracts/form-messages";
import { libraryContracts as contracts } from "~/services/contracts/library";
import type { ownerBooksContracts } from "~/services/contracts/owner-books";
import { ServiceError } from "~/services/contracts/service-error";
import type { AuthoriseBook } from "./authorise-book";
import { findOwnerBooks, type OwnerOfBooks } from "./owner-books";
import { placeBook, placesOfBook, removeBook } from "./placed-books";
import { shelfBook } from "./shelf-book";
import { schoolIdsOf } from "./shelf-endpoints";
import type { ShelfOwners, ShelfProof } from "./shelf-owners";
import { isTalkingBook } from "./store";

type Parts = {
  databases: Databases;
  owners: ShelfOwners;
  authoriseBook: AuthoriseBook;
  originOf(caller: Caller): string;
  ageLimitFor(realm: Realm, uid: string, profile: Reader["profile"]): Promise<number | null>;
};

type PlacedBookContracts = typeof ownerBooksContracts & Pick<typeof contracts, "getBookPlaces">;

const done = { status: 204, body: undefined } as const;

/**
 * The shelves of people, schools and classes: listing, adding and removing books. docs/product/control-panel.md#calls, #errors.
 */
export function placedBookEndpoints(parts: Parts): Endpoints<PlacedBookContracts> {
  const { databases, owners, authoriseBook, ageLimitFor } = parts;

  return {
    getUserBooks: endpoint({
      contract: contracts.getUserBooks,
      authorise: (call, caller) => owners.booksOfPerson(call, caller, call.params.id),
      handle: ({ query }, owner, caller) => listed(parts, caller, owner, query),
    }),
    putUserBook: endpoint({
      contract: contracts.putUserBook,
      authorise: (call, caller) =>
        withBook(parts, caller, owners.person(call, caller, call.params.id, "put"), call.body.bookId),
      async handle(_input, proof, { region }) {
        await place(databases[region], proof, proof.book.id);
        return done;
      },
    }),
    deleteUserBook: endpoint({
      contract: contracts.deleteUserBook,
      authorise: (call, caller) => owners.person(call, caller, call.params.id, "take"),
      async handle({ params }, proof, { region }) {
        await remove(databases[region], proof, params.bookId);
        return done;
      },
    }),
    getSchoolBooks: endpoint({
      contract: contracts.getSchoolBooks,
      authorise: ({ params }, caller) => owners.school(caller, params.id, "see"),
      handle: async ({ query }, proof, caller) => listed(parts, caller, await ownerOf(proof), query),
    }),
    addSchoolBook: endpoint({
      contract: contracts.addSchoolBook,
      authorise: ({ params, body }, caller) =>
        withBook(parts, caller, owners.school(caller, params.id, "put"), body.bookId),
      async handle(_input, proof, { region }) {
        await place(databases[region], proof, proof.book.id);
        return done;
      },
    }),
    deleteSchoolBook: endpoint({
      contract: contracts.deleteSchoolBook,
      authorise: ({ params }, caller) => owners.school(caller, params.id, "take"),
      async handle({ params }, proof, { region }) {
        await remove(databases[region], proof, params.bookId);
        return done;
      },
    }),
    getGroupBooks: endpoint({
      contract: contracts.getGroupBooks,
      authorise: ({ params }, caller) => owners.group(caller, params.id, "see"),
      handle: async ({ query }, proof, caller) => listed(parts, caller, await ownerOf(proof), query),
    }),
    addGroupBook: endpoint({
      contract: contracts.addGroupBook,
      authorise: ({ params, body }, caller) =>
        withBook(parts, caller, owners.group(caller, params.id, "put"), body.bookId),
      async handle(_input, proof, { region }) {
        await place(databases[region], proof, proof.book.id);
        return done;
      },
    }),
    deleteGroupBook: endpoint({
      contract: contracts.deleteGroupBook,
      authorise: ({ params }, caller) => owners.group(caller, params.id, "take"),
      async handle({ params }, proof, { region }) {
        await remove(databases[region], proof, params.bookId);
        return done;
      },
    }),
    getBookPlaces: endpoint({
      contract: contracts.getBookPlaces,
      authorise: (call, caller) => authoriseBook(call, caller, call.params.id),
      async handle(_input, { self, reader, book }, { realm, region }) {
        const owner = { realm, ...reader, schools: schoolIdsOf(self), groups: self.person.ownGroups };
        const [places, upToAge] = await Promise.all([
          placesOfBook(databases[region], owner, book.id),
          ageLimitFor(realm, reader.uid, reader.profile),
        ]);
        const isTooOld = upToAge !== null && (book.shelf.ageFrom ?? 0) > upToAge;
        return { status: 200, body: { ...places, mine: self.person.sharedAccount || isTooOld ? null : places.mine } };
      },
    }),
  };
}

function place(database: Database, { shelf, audited }: ShelfProof, bookId: string): Promise<void> {
  return inTransaction(database, async (within) => {
    const isNew = await placeBook(within, shelf, bookId);
    const line = { action: "shelf.book_added", details: { book: bookId } } as const;
    if (isNew && audited) await writeAudit(within, audited.access, [{ ...audited.subject, ...line }]);
  });
}

function remove(database: Database, { shelf, audited }: ShelfProof, bookId: string): Promise<void> {
  return inTransaction(database, async (within) => {
    const wasThere = await removeBook(within, shelf, bookId);
    const line = { action: "shelf.book_removed", details: { book: bookId } } as const;
    if (wasThere && audited) await writeAudit(within, audited.access, [{ ...audited.subject, ...line }]);
  });
}

async function listed(
  { databases, originOf }: Pick<Parts, "databases" | "originOf">,
  caller: Caller,
  owner: OwnerOfBooks,
  query: Parameters<typeof findOwnerBooks>[2],
) {
  const rows = await findOwnerBooks(databases[caller.region], owner, query);
  const data = rows.map(({ book, shelf }) => ({ ...shelfBook(book, originOf(caller)), shelf }));
  return { status: 200, body: { data } } as const;
}

async function ownerOf({ shelf, opens }: ShelfProof): Promise<OwnerOfBooks> {
  return { ...shelf, ...(await opens()) };
}

/**
 * Proves the right to edit the shelf, then that its owner may open the book. Adding a talking book requires a secure login.
 * docs/product/control-panel.md#users.
 */
async function withBook(
  { databases, owners }: Pick<Parts, "databases" | "owners">,
  caller: Caller,
  proof: Promise<ShelfProof>,
  bookId: string,
) {
  const shelf = await proof;
  const book = await owners.bookFor(caller, shelf, bookId);
  const isShared = shelf.audited !== null && (await isTalkingBook(databases[caller.region], caller.realm, book.id));
  if (isShared && !shelf.audited?.access.isSecure) {
    throw new ServiceError(403, "secure_login_needed", formMessages.secureLogin);
  }
  return { ...shelf, book };
}
