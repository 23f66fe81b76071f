import type { Databases } from "~/db/.server/connect";
import { type Caller, type CallerUser, requireCaller } from "~/services/.server/directory/caller";
import { mayUseWords } from "~/services/.server/directory/organizations/word-rights";
import { hasOwnMarks, requireOwnMarks } from "~/services/.server/directory/own-rights";
import { authoriseReader, type CallForReader, type Reader } from "~/services/.server/directory/people/reader-profile";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { keyOf } from "~/services/.server/library/authorise-book";
import type { BookAccess } from "~/services/.server/library/book-access";
import type { Manifests } from "~/services/.server/library/manifests";
import type { BookStorage } from "~/services/.server/library/storage";
import { forbidden, notFound } from "~/services/contracts/service-error";
import { wordContracts as contracts } from "~/services/contracts/words";
import { textWordsOf } from "./book-text-words";
import { findBookWords } from "./book-words-store";
import { changeSavedWords, findSavedWords } from "./saved-word-store";

type Parts = Pick<BookAccess, "authoriseBook"> & { databases: Databases; storage: BookStorage; manifests: Manifests };

/** Endpoints of words: those of a book, and a reader's saved ones. docs/product/reader.md#words. */
export function wordEndpoints({ databases, storage, manifests, authoriseBook }: Parts): Endpoints<typeof contracts> {
  const textWords = textWordsOf(storage);

  /** @throws ServiceError 403 where the school or a parent has switched words off */
  async function requireWords({ realm, region }: Caller, { uid, profile }: Reader): Promise<void> {
    if (!(await mayUseWords(databases[region], realm, uid, profile))) throw forbidden("Words are switched off");
  }

  /**
   * Only the owner reads saved words: for a session that acts as the reader there are none. docs/security.md, line 40.
   * @throws ServiceError 404
   */
  async function authoriseOwner(
    call: CallForReader & { params: { id: string } },
    caller: Caller,
  ): Promise<{ self: CallerUser; reader: Reader }> {
    const self = requireCaller(caller);
    if (self.actor !== null || call.params.id !== self.uid) throw notFound();
    return { self, reader: await authoriseReader(databases, call, caller) };
  }

  return {
    getBookWords: endpoint({
      contract: contracts.getBookWords,
      async authorise(call, caller) {
        const proof = await authoriseBook(call, caller, call.params.id);
        await requireWords(caller, proof.reader);
        return proof;
      },
      async handle({ query: { from, to = null } }, { book }, { region }) {
        const manifest = await manifests.of(region, book);
        const words = await textWords(book.id, book.version, manifest);
        return {
          status: 200,
          body: await findBookWords(databases[region], words, { from, to: to === from ? null : to }),
        };
      },
    }),
    getSavedWords: endpoint({
      contract: contracts.getSavedWords,
      authorise: authoriseOwner,
      async handle(_input, { self, reader }, { realm, region }) {
        const data = hasOwnMarks(self) ? await findSavedWords(databases[region], { realm, ...keyOf(reader) }) : [];
        return { status: 200, body: { data } };
      },
    }),
    changeSavedWords: endpoint({
      contract: contracts.changeSavedWords,
      async authorise(call, caller) {
        const proof = await authoriseOwner(call, caller);
        requireOwnMarks(proof.self);
        await requireWords(caller, proof.reader);
        return proof;
      },
      async handle({ body: { changes } }, { reader }, { realm, region }) {
        const whose = { realm, ...keyOf(reader) };
        return { status: 200, body: { data: await changeSavedWords(databases[region], whose, changes, new Date()) } };
      },
    }),
  };
}
