import { type Endpoints, endpoint } from "~/services/.server/dispatch/endpoint";
import type { libraryContracts } from "~/services/contracts/library";
import { libraryContracts as contracts } from "~/services/contracts/library";
import { notFound } from "~/services/contracts/service-error";
import type { BookAccess } from "./book-access";
import { findVersion } from "./catalogue/catalogue-store";
import { folderUrl } from "./content";
import type { LibraryDependencies } from "./dependencies";
import { locationsPath } from "./ingest/ingest-book";
import { bookDetails } from "./shelf-book";
import { findMinutes } from "./store";

type Parts = BookAccess & Pick<LibraryDependencies, "databases" | "storage">;

type Calls = Pick<typeof libraryContracts, "getResourcesUrl" | "getPolicy" | "getBook" | "getBookFiles">;

/** Endpoints of a book's details and files: their address, the policy that opens them, their list. docs/product/reader.md#calls. */
export function bookFileEndpoints({ databases, storage, authoriseBook, originOf, sign }: Parts): Endpoints<Calls> {
  return {
    getResourcesUrl: endpoint({
      contract: contracts.getResourcesUrl,
      authorise: (call, caller) => authoriseBook(call, caller, call.params.id),
      async handle(_input, { book }, caller) {
        return { status: 200, body: { resourcesUrl: folderUrl(originOf(caller), book.id, book.version) } };
      },
    }),
    getPolicy: endpoint({
      contract: contracts.getPolicy,
      authorise: (call, caller) => authoriseBook(call, caller, call.params.id),
      async handle({ query }, { book }, caller) {
        const version = query.version ?? book.version;
        // A reader with an older version open may continue in it.
        const isThere = version === book.version || (await findVersion(databases[caller.region], book.id, version));
        if (!isThere) throw notFound("There is no such version");
        const { policy, cookie } = await sign(caller, { id: book.id, version });
        return { status: 200, body: { policy }, headers: cookie };
      },
    }),
    getBook: endpoint({
      contract: contracts.getBook,
      authorise: (call, caller) => authoriseBook(call, caller, call.params.id),
      async handle(_input, { book }, caller) {
        const minutes = await findMinutes(databases[caller.region], book.id);
        return { status: 200, body: { ...bookDetails(book, originOf(caller)), minutes } };
      },
    }),
    getBookFiles: endpoint({
      contract: contracts.getBookFiles,
      authorise: (call, caller) => authoriseBook(call, caller, call.params.id),
      async handle(_input, { book }) {
        const files = await storage.list(book.id, book.version);
        return { status: 200, body: { version: book.version, files: files.filter(({ path }) => isRead(path)) } };
      },
    }),
  };
}

/** Whether the reader requests a file: of the metadata files only the locations, because the manifest is already loaded. */
function isRead(path: string): boolean {
  return path === locationsPath || !(path.startsWith("META-INF/") || path === "mimetype" || path.endsWith(".opf"));
}
