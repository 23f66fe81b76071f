import type { Databases } from "~/db/.server/connect";
import { type Caller, requireCaller } from "~/services/.server/directory/caller";
import { requireInPerson } from "~/services/.server/directory/own-rights";
import { findOwnProfile, listOwnProfiles } from "~/services/.server/directory/people/family-profiles";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { notFound } from "~/services/contracts/service-error";
import { withheldBooksContracts as contracts } from "~/services/contracts/withheld-books";
import type { AuthoriseBook } from "./authorise-book";
import { shelfBook } from "./shelf-book";
import { findWithheldBooks, placesForChildren, release, withhold } from "./withheld-books";

type Parts = { databases: Databases; authoriseBook: AuthoriseBook; originOf(caller: Caller): string };

/** What parents choose for their children about a book. Decision 90. */
export function withheldBookEndpoints(parts: Parts): Endpoints<typeof contracts> {
  const { databases, authoriseBook, originOf } = parts;

  /** @throws ServiceError 404 if the profile is not the caller's */
  const authoriseChild = async (caller: Caller, id: string) => {
    const { uid } = requireCaller(caller);
    const profile = await findOwnProfile(databases[caller.region], { realm: caller.realm, uid }, id);
    if (!profile) throw notFound("There is no such profile");
    return { child: { realm: caller.realm, uid, profileId: profile.id } };
  };
  /** @throws ServiceError as above, 403 while impersonating */
  const authoriseChange = async (caller: Caller, id: string) => {
    const proof = await authoriseChild(caller, id);
    requireInPerson(requireCaller(caller));
    return proof;
  };

  return {
    getBookForChildren: endpoint({
      contract: contracts.getBookForChildren,
      authorise: ({ params }, caller) => authoriseBook({ headers: {} }, caller, params.id),
      async handle(_, { self, book }, caller) {
        const database = databases[caller.region];
        const owner = { realm: caller.realm, uid: self.uid };
        const profiles = await listOwnProfiles(database, owner);
        const places = await placesForChildren(database, owner, profiles, book.id);
        const data = profiles.map(({ id, name, avatar, ageLimit }) => ({
          ...{ id, name, avatar },
          ...{ isOnShelf: false, isWithheld: false, ...places.get(id) },
          isTooOld: ageLimit !== null && (book.shelf.ageFrom ?? 0) > ageLimit,
        }));
        return { status: 200, body: { data } };
      },
    }),
    getWithheldBooks: endpoint({
      contract: contracts.getWithheldBooks,
      authorise: ({ params }, caller) => authoriseChild(caller, params.id),
      async handle(_, { child }, caller) {
        const books = await findWithheldBooks(databases[caller.region], child);
        return { status: 200, body: { data: books.map((book) => shelfBook(book, originOf(caller))) } };
      },
    }),
    withholdBook: endpoint({
      contract: contracts.withholdBook,
      async authorise({ params }, caller) {
        const { child } = await authoriseChange(caller, params.id);
        const { book } = await authoriseBook({ headers: {} }, caller, params.bookId);
        return { child, book };
      },
      async handle(_, { child, book }, { region }) {
        await withhold(databases[region], child, book.id);
        return { status: 204, body: undefined };
      },
    }),
    releaseBook: endpoint({
      contract: contracts.releaseBook,
      authorise: ({ params }, caller) => authoriseChange(caller, params.id),
      async handle({ params }, { child }, { region }) {
        await release(databases[region], child, params.bookId);
        return { status: 204, body: undefined };
      },
    }),
  };
}
