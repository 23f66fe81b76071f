import type { Databases } from "~/db/.server/connect";
import { requireCaller } from "~/services/.server/directory/caller";
import { hasOwnMarks, requireOwnMarks } from "~/services/.server/directory/own-rights";
import { authoriseReader } from "~/services/.server/directory/people/reader-profile";
import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import { type AuthoriseBook, keyOf } from "~/services/.server/library/authorise-book";
import type { BookAccess } from "~/services/.server/library/book-access";
import { annotationContracts as contracts } from "~/services/contracts/annotations";
import { notFound } from "~/services/contracts/service-error";
import { changeStoredAnnotations, findAllAnnotations, findAnnotations } from "./annotation-store";
import { requireOwner } from "./require-owner";

type Parts = Pick<BookAccess, "authoriseBook"> & { databases: Databases };

/** Endpoints of a reader's highlights and notes. docs/product/reader.md#highlights-and-notes. */
export function annotationEndpoints({ databases, authoriseBook }: Parts): Endpoints<typeof contracts> {
  /** @throws ServiceError 404 like authoriseBook and while acting; 403 for shared accounts */
  const authoriseNotes: AuthoriseBook = async (call, caller, id, options) => {
    requireOwner(requireCaller(caller));
    const proof = await authoriseBook(call, caller, id, options);
    requireOwnMarks(proof.self);
    return proof;
  };

  return {
    getAnnotations: endpoint({
      contract: contracts.getAnnotations,
      authorise: (call, caller) => authoriseNotes(call, caller, call.params.id, { evenIfWithheld: true }),
      async handle(_input, { reader, book }, { realm, region }) {
        const data = await findAnnotations(databases[region], { realm, ...keyOf(reader), bookId: book.id });
        return { status: 200, body: { data } };
      },
    }),
    changeAnnotations: endpoint({
      contract: contracts.changeAnnotations,
      authorise: (call, caller) => authoriseNotes(call, caller, call.params.id),
      async handle({ body: { changes } }, { reader, book }, { realm, region }) {
        const whose = { realm, ...keyOf(reader), bookId: book.id };
        return { status: 200, body: await changeStoredAnnotations(databases[region], whose, changes, new Date()) };
      },
    }),
    getUserAnnotations: endpoint({
      contract: contracts.getUserAnnotations,
      async authorise(call, caller) {
        const self = requireCaller(caller);
        requireOwner(self);
        if (call.params.id !== self.uid) throw notFound();
        return { self, reader: await authoriseReader(databases, call, caller) };
      },
      async handle({ query: { after = null } }, { self, reader }, { realm, region }) {
        if (!hasOwnMarks(self)) return { status: 200, body: { data: [], next: null } };
        const body = await findAllAnnotations(databases[region], { realm, ...keyOf(reader) }, after);
        return { status: 200, body };
      },
    }),
  };
}
