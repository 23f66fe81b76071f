import type { Book } from "~/epub/book";
import { type Position, placeAt, placeOfPercentage, positionAt } from "~/epub/progress";
import { requireCaller } from "~/services/.server/directory/caller";
import { mayUseOnlineVoices } from "~/services/.server/directory/organizations/online-voices";
import { mayUseWords } from "~/services/.server/directory/organizations/word-rights";
import { hasOwnMarks } from "~/services/.server/directory/own-rights";
import { authoriseReader } from "~/services/.server/directory/people/reader-profile";
import { type Endpoints, endpoint, publicEndpoint } from "~/services/.server/dispatch/endpoint";
import type { libraryContracts } from "~/services/contracts/library";
import { libraryContracts as contracts } from "~/services/contracts/library";
import { forbidden, notFound, validationError } from "~/services/contracts/service-error";
import { keyOf } from "./authorise-book";
import type { BackEndBooks } from "./back-end/back-end-books";
import { backEndOpening } from "./back-end/back-end-opening";
import { readFileUrl } from "./back-end/file-url";
import type { BookAccess } from "./book-access";
import { contentPath, documentPolicy } from "./content";
import type { LibraryDependencies } from "./dependencies";
import { firstDocuments, room } from "./first-documents";
import { locationsPath } from "./ingest/ingest-book";
import { findLastMark } from "./last-marks";
import type { Manifests } from "./manifests";
import { findSample } from "./store";
import { storedTextsOf } from "./stored-texts";
import { requireReleased } from "./withheld-books";

type Parts = BookAccess &
  Pick<LibraryDependencies, "databases" | "storage" | "bookBackEnd"> & {
    manifests: Manifests;
    backEndBooks: BackEndBooks;
  };

/** Endpoints that open a book in the reader: ours, the alternative back end's, or a sample. docs/product/reader.md#calls. */
export function openingEndpoints(parts: Parts): Endpoints<Pick<typeof libraryContracts, "openBook" | "openSample">> {
  const { databases, authoriseBook, originOf, sign, manifests, backEndBooks } = parts;
  const texts = storedTextsOf(parts.storage, room);
  return {
    openBook: endpoint({
      contract: contracts.openBook,
      async authorise(call, caller) {
        const { fileUrl } = call.query;
        const places = { origins: [caller.origin, originOf(caller)], contentPath, backEnd: parts.bookBackEnd };
        const pointed = fileUrl === undefined ? null : readFileUrl(fileUrl, places);
        if (fileUrl !== undefined && pointed === null) {
          throw validationError([{ attribute: "fileUrl", reason: "Points nowhere that books are" }]);
        }
        // The back end decides about access by its response to the policy.
        if (pointed?.kind === "back-end") {
          const reader = await authoriseReader(databases, call, caller);
          await requireReleased(databases[caller.region], { realm: caller.realm, ...reader }, call.params.id);
          return { self: requireCaller(caller), backEnd: pointed };
        }
        // No question of rights: the call names one book and the address of another.
        if (pointed && pointed.bookId !== call.params.id) throw forbidden("The address is another book's");
        return { ...(await authoriseBook(call, caller, call.params.id)), pointed };
      },
      async handle({ params, query }, proof, caller) {
        const { realm, region } = caller;
        const mayHearOnline = () => mayUseOnlineVoices(databases[region], realm, proof.self.uid);
        if (proof.backEnd) {
          const { origin } = caller;
          const body = await backEndOpening(params.id, proof.backEnd, origin, backEndBooks, await mayHearOnline());
          return { status: 200, body };
        }
        const { self, reader, book, pointed } = proof;
        const keepsPlace = hasOwnMarks(self);
        const [mayHear, mayLookUp, manifest, mark] = await Promise.all([
          mayHearOnline(),
          mayUseWords(databases[region], realm, reader.uid, reader.profile),
          manifests.of(region, book),
          keepsPlace ? findLastMark(databases[region], { realm, ...keyOf(reader), bookId: book.id }) : null,
        ]);
        const own = await sign(caller, book);
        const { folder, cookie } = own;
        // A policy for an older version does not open this one.
        const policy = pointed?.policy && pointed.folder === folder ? pointed.policy : own.policy;
        // A finished book starts again at its first page.
        const lastMark = mark && mark.progress < 1 ? placeIn(manifest, mark) : null;
        const start = lastMark && query.from === "mark" ? placeAt(manifest, lastMark) : null;
        const body = {
          bookId: book.id,
          version: book.version,
          resourcesUrl: folder,
          policy,
          book: manifest,
          locations: `${folder}${locationsPath}`,
          lastMark,
          knownMark: mark?.position ?? null,
          otherMark: lastMark && mark?.other ? placeIn(manifest, mark.other) : null,
          keepsPlace,
          mayUseOnlineVoices: mayHear,
          mayUseWords: mayLookUp,
          first: await firstDocuments(texts, { ...book, manifest }, folder, start),
          documentPolicy: documentPolicy(folder),
          isOfBackEnd: false,
        };
        return { status: 200, body, headers: cookie };
      },
    }),
    openSample: publicEndpoint({
      contract: contracts.openSample,
      async handle({ params }, caller) {
        const book = await findSample(databases[caller.region], caller.realm, params.id);
        if (!book) throw notFound("There is no such sample");
        const [manifest, { folder, policy, cookie }] = await Promise.all([
          manifests.of(caller.region, book),
          sign(caller, book),
        ]);
        const body = {
          bookId: book.id,
          version: book.version,
          resourcesUrl: folder,
          policy,
          book: manifest,
          locations: `${folder}${locationsPath}`,
          lastMark: null,
          knownMark: null,
          otherMark: null,
          keepsPlace: false,
          mayUseOnlineVoices: false,
          mayUseWords: false,
          first: await firstDocuments(texts, { ...book, manifest }, folder, null),
          documentPolicy: documentPolicy(folder),
          isOfBackEnd: false,
        };
        return { status: 200, body, headers: cookie };
      },
    }),
  };
}

/** The last position; if it belongs to another version of the book, the place with the same progress. */
function placeIn(manifest: Book, { position, progress }: { position: Position; progress: number }): Position {
  if (placeAt(manifest, position)) return position;
  return positionAt(manifest, placeOfPercentage(manifest.spine, progress), false);
}
