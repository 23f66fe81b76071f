import type { Databases } from "~/db/.server/connect";
import type { Book } from "~/epub/book";
import type { Region } from "~/realms/realm";
import { notFound } from "~/services/contracts/service-error";
import { keptLately } from "./kept-lately";
import { findManifest, type StoredBook } from "./store";

/** What is known of books that were opened lately. Who may open a book is asked of the database each time, not of this. Decision 24. */
export type Manifests = {
  /** @throws ServiceError not_found where the book was replaced in between */
  of(region: Region, book: StoredBook): Promise<Book>;
};

/** Of all kept books together; what is known of a document takes about a kilobyte. */
const mostDocuments = 20_000;

/** A book of a thousand documents is read and parsed once, and not each time that somebody opens it or turns a page. */
export function manifestsOf(databases: Databases): Manifests {
  const kept = keptLately<Book>(mostDocuments, ({ spine }) => spine.length);
  return {
    async of(region, { id, revision }) {
      const key = `${region}/${id}/${revision}`;
      const known = kept.get(key);
      if (known) return known;
      const manifest = await findManifest(databases[region], id, revision);
      if (!manifest) throw notFound("There is no such book");
      kept.keep(key, manifest);
      return manifest;
    },
  };
}
