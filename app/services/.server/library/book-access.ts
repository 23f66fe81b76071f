import { type Caller, requireCaller } from "~/services/.server/directory/caller";
import { isUnpaidFamily } from "~/services/.server/directory/people/families";
import { authoriseReader } from "~/services/.server/directory/people/reader-profile";
import { notFound } from "~/services/contracts/service-error";
import { type AuthoriseBook, rightsOf } from "./authorise-book";
import { folderCookie, folderUrl } from "./content";
import type { LibraryDependencies } from "./dependencies";
import { cachedSigner, policySeconds } from "./signing";
import type { SigningKeys } from "./signing-keys";
import { findBook, type StoredBook } from "./store";
import { requireReleased } from "./withheld-books";

/** What the endpoints of a book share: the right to open it, the origin of its files, and its signed policy. */
export type BookAccess = {
  authoriseBook: AuthoriseBook;
  /** Origin that serves content to this caller. */
  originOf(caller: Caller): string;
  /** Signs the folder of a book's version. The right to open the book must be checked before. */
  sign(
    caller: Caller,
    book: Pick<StoredBook, "id" | "version">,
  ): Promise<{ folder: string; policy: string; cookie: { "set-cookie": string } }>;
};

export function createBookAccess(
  { databases, contentOrigin }: Pick<LibraryDependencies, "databases" | "contentOrigin">,
  keys: SigningKeys,
): BookAccess {
  const signed = cachedSigner();
  /**
   * Authorises opening a book: a subscription of the caller and a child's age limit must allow it. A family that has not paid opens none.
   * @throws ServiceError 403 withheld; 404, which does not reveal whether the book exists elsewhere
   */
  const authoriseBook: AuthoriseBook = async (call, caller, id, { evenIfWithheld = false } = {}) => {
    const self = requireCaller(caller);
    const reader = await authoriseReader(databases, call, caller);
    const database = databases[caller.region];
    if (await isUnpaidFamily(database, self.person)) throw notFound("There is no such book");
    const book = await findBook(database, caller.realm, rightsOf(self.person), id);
    const upToAge = reader.profile?.ageLimit ?? null;
    if (!book || (upToAge !== null && (book.shelf.ageFrom ?? 0) > upToAge)) throw notFound("There is no such book");
    if (!evenIfWithheld) await requireReleased(database, { realm: caller.realm, ...reader }, book.id);
    return { self, reader, book };
  };
  const originOf = (caller: Caller) => contentOrigin ?? caller.origin;
  const sign = async (caller: Caller, book: Pick<StoredBook, "id" | "version">) => {
    const folder = folderUrl(originOf(caller), book.id, book.version);
    const policy = signed(folder, await keys.current(caller.region));
    return { folder, policy, cookie: { "set-cookie": folderCookie(folder, policy, policySeconds) } };
  };
  return { authoriseBook, originOf, sign };
}
