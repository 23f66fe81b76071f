import { setImmediate as nextTurn } from "node:timers/promises";
import { createCache } from "~/caching/create-cache";
import type { Book } from "~/epub/book";
import { containerPath, encryptionPath, packagePathOf } from "~/epub/container";
import type { BookFolder } from "~/epub/ingest/book-folder";
import { parseXml } from "~/epub/ingest/parse-document";
import { prepareBook } from "~/epub/ingest/prepare-book";
import { decodeText } from "~/epub/ingest/read-text";
import { BookRejected } from "~/epub/ingest/rejection";
import { readPackage } from "~/epub/package-document";
import { ServiceError } from "~/services/contracts/service-error";
import { type BackEndPlace, readBackEnd } from "./back-end-files";

/** Books of the alternative book back end, prepared like books that are added to the library. docs/product/reader.md#access. */

type BackEndBook = {
  book: Book;
  /** Sanitised documents and style sheets as served, by path. */
  sanitised: ReadonlyMap<string, Uint8Array>;
  removed: ReadonlySet<string>;
  /** Paths that exist at the back end. */
  paths: ReadonlySet<string>;
};

const maxFiles = 10_000;
/** Bytes of documents and style sheets that are cached, per book and in total. */
const largestBook = 64 * 1024 * 1024;
const largestCache = 256 * 1024 * 1024;
const cachedFor = 10 * 60_000;
const fetchesAtOnce = 8;

const markup = /\.(xhtml|html?|xht|svg|css|ncx|smil)$/i;
const markupType = /xhtml|html|svg|css|ncx|smil/;

export type BackEndBooks = ReturnType<typeof createBackEndBooks>;

export function createBackEndBooks() {
  const books = createCache<{ ready: Promise<BackEndBook>; size: number }>({
    name: "back-end-books",
    limit: largestCache,
    sizeOf: ({ size }) => size,
    ttl: cachedFor,
  });

  return {
    /**
     * The prepared book. Every call asks the back end to check the policy; the prepared book is shared between readers.
     * @throws ServiceError 401, 403 or 404 from the back end, 502, 422 for an invalid book
     */
    async open(place: BackEndPlace): Promise<BackEndBook> {
      const container = await readBackEnd(place, containerPath);
      if (!container) throw new ServiceError(404, "book_back_end", "There is no book");
      const known = books.get(place.folder);
      if (known) return known.ready;
      const ready = prepare(place, container);
      books.set(place.folder, { ready, size: 1 });
      try {
        const prepared = await ready;
        const size = [...prepared.sanitised.values()].reduce((sum, { length }) => sum + length, 1);
        books.set(place.folder, { ready, size });
        return prepared;
      } catch (error) {
        books.delete(place.folder);
        throw error instanceof BookRejected ? new ServiceError(422, error.reason, error.message) : error;
      }
    },
  };
}

async function prepare(place: BackEndPlace, container: Uint8Array): Promise<BackEndBook> {
  const packagePath = packagePathOf(parsed(container));
  const packageData = packagePath === null ? null : await readBackEnd(place, packagePath);
  if (packagePath === null || packageData === null) {
    throw new BookRejected("no-package", "The book has no package file");
  }
  const { manifest } = readPackage(parsed(packageData), packagePath, () => true);
  const listed = manifest.flatMap(({ path, mediaType }) => (path === null ? [] : [{ path, mediaType }]));
  if (listed.length > maxFiles) throw new BookRejected("unreadable", "The book has too many files");
  const encryption = await readBackEnd(place, encryptionPath);
  const read = new Map<string, Promise<Uint8Array | null>>([
    [containerPath, Promise.resolve(container)],
    [packagePath, Promise.resolve(packageData)],
    [encryptionPath, Promise.resolve(encryption)],
  ]);
  const documents = listed.filter(({ path, mediaType }) => markup.test(path) || markupType.test(mediaType));
  await readAll(
    documents.map(({ path }) => path),
    place,
    read,
  );
  const sanitised = new Map<string, Uint8Array>();
  const removed = new Set<string>();
  const paths = [...new Set([containerPath, packagePath, ...listed.map(({ path }) => path)])];
  const encoder = new TextEncoder();
  const folder: BookFolder = {
    paths: encryption ? [...paths, encryptionPath] : paths,
    async read(path) {
      // Yield between files, so that preparing a long book does not block other requests.
      await nextTurn();
      if (removed.has(path)) return null;
      return sanitised.get(path) ?? (await (read.get(path) ?? readBackEnd(place, path)));
    },
    async write(path, content) {
      sanitised.set(path, typeof content === "string" ? encoder.encode(content) : content);
    },
    async remove(path) {
      removed.add(path);
      sanitised.delete(path);
    },
  };
  const { book } = await prepareBook(folder);
  return { book, sanitised, removed, paths: new Set(paths) };
}

async function readAll(
  paths: readonly string[],
  place: BackEndPlace,
  into: Map<string, Promise<Uint8Array | null>>,
): Promise<void> {
  const left = paths.filter((path) => !into.has(path));
  let length = 0;
  const work = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const content = await readBackEnd(place, path);
      length += content?.length ?? 0;
      if (length > largestBook) throw new BookRejected("unreadable", "The book's documents are too long");
      into.set(path, Promise.resolve(content));
    }
  };
  await Promise.all(Array.from({ length: fetchesAtOnce }, work));
}

function parsed(data: Uint8Array): Document {
  try {
    return parseXml(decodeText(data));
  } catch {
    throw new BookRejected("no-package", "The book's package cannot be read");
  }
}
