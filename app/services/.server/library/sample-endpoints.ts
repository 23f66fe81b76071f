import { inLanguage } from "~/epub/book-labels";
import { bcp47, realmRow } from "~/realms/realm";
import { type Endpoints, publicEndpoint } from "~/services/.server/dispatch/endpoint";
import type { libraryContracts } from "~/services/contracts/library";
import { libraryContracts as contracts } from "~/services/contracts/library";
import { notFound } from "~/services/contracts/service-error";
import type { BookAccess } from "./book-access";
import { findVersion } from "./catalogue/catalogue-store";
import type { LibraryDependencies } from "./dependencies";
import type { Manifests } from "./manifests";
import { shelfBook } from "./shelf-book";
import { findSample, listSamples } from "./store";

type Parts = BookAccess & Pick<LibraryDependencies, "databases"> & { manifests: Manifests };

/** Books that visitors may open: their list, and the policy of one. It opens in opening-endpoints.ts. docs/product/choices.md#books. */
export function sampleEndpoints({
  databases,
  manifests,
  originOf,
  sign,
}: Parts): Endpoints<Pick<typeof libraryContracts, "getSamples" | "getSamplePolicy">> {
  return {
    getSamples: publicEndpoint({
      contract: contracts.getSamples,
      async handle({ query }, caller) {
        const [language = ""] = bcp47(realmRow(caller.realm).locale).split("-");
        const samples = await listSamples(databases[caller.region], caller.realm, language, query.limit);
        const data = await Promise.all(
          samples.map(async (book) => {
            // As the reader opens it: in the country's language, if the book has title and contents in it.
            const labelled = inLanguage(await manifests.of(caller.region, book), language);
            return { ...shelfBook(book, originOf(caller)), title: labelled.title, language: labelled.language };
          }),
        );
        return { status: 200, body: { data } };
      },
    }),
    getSamplePolicy: publicEndpoint({
      contract: contracts.getSamplePolicy,
      async handle({ params, query }, caller) {
        const book = await findSample(databases[caller.region], caller.realm, params.id);
        if (!book) throw notFound("There is no such sample");
        const version = query.version ?? book.version;
        const isThere = version === book.version || (await findVersion(databases[caller.region], book.id, version));
        if (!isThere) throw notFound("There is no such version");
        const { policy, cookie } = await sign(caller, { id: book.id, version });
        return { status: 200, body: { policy }, headers: cookie };
      },
    }),
  };
}
