import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { nameParameter, pageParameter, readQuery } from "~/forms/read-query";
import { orThrowResponse } from "~/forms/service-errors.server";
import { localeOfRequest } from "~/i18n/i18n.server";
import { languageName } from "~/library/language-name";
import { bcp47 } from "~/realms/realm";
import { type CatalogueBook, cataloguePageSize, catalogueStates } from "~/services/contracts/book-catalogue";

/** The country's catalogue, managed by its super users. docs/product/choices.md#books. */

/** The server sends the language's name, since browsers and servers may name languages differently. */
export type ListedBook = CatalogueBook & { languageName: string };

export type CatalogueData = {
  books: ListedBook[];
  total: number;
  page: number;
  size: number;
  q: string;
  state: (typeof catalogueStates)[number] | null;
};

export const library = (backend: Backend) => backend.clients.library;

/** @throws Response 403 unless the user is a super user; the service checks again */
export async function authoriseCatalogue(backend: Backend, request: Request): Promise<Panel> {
  const panel = await authorisePanel(backend, request);
  if (!panel.user.isSuperUser) throw new Response(null, { status: 403 });
  return panel;
}

const addressSchema = z.object({
  q: z.string().trim().max(100).catch(""),
  state: nameParameter(catalogueStates),
  page: pageParameter(1000),
});

export async function loadCatalogue(backend: Backend, request: Request): Promise<CatalogueData> {
  const { credentials } = await authoriseCatalogue(backend, request);
  const { q, state, page } = readQuery(new URL(request.url).searchParams, addressSchema);
  const query = { ...(q ? { q } : {}), ...(state ? { state } : {}), pageNumber: page };
  const { body } = await orThrowResponse(library(backend).getCatalogue({ query }, credentials), request);
  const { totalCount: total } = body.meta;
  const pageLanguage = bcp47(await localeOfRequest(request));
  const books = body.data.map((book) => ({ ...book, languageName: languageName(book.language, pageLanguage) }));
  return { books, total, page, size: cataloguePageSize, q, state: state ?? null };
}
