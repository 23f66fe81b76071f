import type { Caller, CallerUser } from "~/services/.server/directory/caller";
import type { IdentifiedPerson } from "~/services/.server/directory/identity";
import type { CallForReader, Reader, ReaderKey } from "~/services/.server/directory/people/reader-profile";
import type { BookRights, StoredBook } from "./store";

/**
 * Proves that the caller may open a book, as the child profile that the call names, if any.
 * @throws ServiceError 404 for a book that the reader may not open, 403 withheld for one that a parent has marked as not for the child
 */
export type AuthoriseBook = (
  call: CallForReader,
  caller: Caller,
  bookId: string,
  options?: {
    /** Also for a book that is withheld from the child: for what the child has left in it, not for the book. */
    evenIfWithheld?: true;
  },
) => Promise<{ self: CallerUser; reader: Reader; book: StoredBook }>;

/** A person's rights to open books. */
export function rightsOf({ subscriptions, speakingBookRights }: IdentifiedPerson): BookRights {
  return { subscriptions: subscriptions.map(({ type }) => type), opensTalking: speakingBookRights };
}

/** Under which a reader's marks of a book are stored. */
export function keyOf({ uid, profileId }: Reader): ReaderKey {
  return { uid, profileId };
}
