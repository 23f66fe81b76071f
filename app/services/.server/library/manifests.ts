import { createCache } from "~/caching/create-cache";
import type { Databases } from "~/db/.server/connect";
import type { Book } from "~/epub/book";
import type { Region } from "~/realms/realm";
import { notFound } from "~/services/contracts/service-error";
import { findManifest, type StoredBook } from "./store";

/** Cached book manifests. The right to open a book is not cached: it is read from the database each time. Decision 24. */
export type Manifests = {
  /** @throws ServiceError not_found if the book was replaced in the meantime */
  of(region: Region, book: StoredBook): Promise<Book>;
};

/** Number of documents in all cached books; a document takes about a kilobyte. */
const cachedDocuments = 20_000;

/** Creates the cache, so that a book with a thousand documents is not parsed for each opening and page turn. */
export function manifestsOf(databases: Databases): Manifests {
  const manifests = createCache<Book>({
    name: "book-manifests",
    limit: cachedDocuments,
    sizeOf: ({ spine }) => spine.length,
  });
  return {
    async of(region, { id, revision }) {
      const key = `${region}/${id}/${revision}`;
      const cached = manifests.get(key);
      if (cached) return cached;
      const manifest = await findManifest(databases[region], id, revision);
      if (!manifest) throw notFound("There is no such book");
      manifests.set(key, manifest);
      return manifest;
    },
  };
}
