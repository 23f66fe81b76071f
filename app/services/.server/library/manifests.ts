import { createCache } from "~/caching/create-cache";
import type { Databases } from "~/db/.server/connect";
import type { Book } from "~/epub/book";
import type { Region } from "~/realms/realm";
import { notFound } from "~/services/contracts/service-error";
import { findManifest, type StoredBook } from "./store";

/** Cached book manifests. Whether somebody may open a book is read from the database each time. Decision 24. */
export type Manifests = {
  /** @throws ServiceError not_found where the book was replaced in between */
  of(region: Region, book: StoredBook): Promise<Book>;
};

/** Of all cached books together; a document takes about a kilobyte. */
const cachedDocuments = 20_000;

/** A book of a thousand documents is read and parsed once, not each time that somebody opens it or turns a page. */
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
