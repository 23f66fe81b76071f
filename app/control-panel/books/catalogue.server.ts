import { z } from "zod";
import { getWiring } from "~/clients/wiring.server";
import { enterPanel, type Panel } from "~/control-panel/frame/panel.server";
import { nameParameter, pageParameter, readQuery } from "~/forms/read-query";
import { orRefuse } from "~/forms/service-errors.server";
import { type CatalogueBook, cataloguePageSize, catalogueStates } from "~/services/contracts/book-catalogue";

/** The country's catalogue, as its super users keep it. docs/product/choices.md#books. */

export type CatalogueData = {
  books: CatalogueBook[];
  total: number;
  page: number;
  size: number;
  q: string;
  state: (typeof catalogueStates)[number] | null;
};

export const library = () => getWiring().clients.library;

/** @throws Response 403 for everybody but super users; the service decides again */
export async function enterCatalogue(request: Request): Promise<Panel> {
  const panel = await enterPanel(request);
  if (!panel.user.isSuperUser) throw new Response(null, { status: 403 });
  return panel;
}

const addressSchema = z.object({
  q: z.string().trim().max(100).catch(""),
  state: nameParameter(catalogueStates),
  page: pageParameter(1000),
});

export async function loadCatalogue(request: Request): Promise<CatalogueData> {
  const { credentials } = await enterCatalogue(request);
  const { q, state, page } = readQuery(new URL(request.url).searchParams, addressSchema);
  const query = { ...(q ? { q } : {}), ...(state ? { state } : {}), pageNumber: page };
  const { body } = await orRefuse(library().getCatalogue({ query }, credentials), request);
  const { totalCount: total } = body.meta;
  return { books: body.data, total, page, size: cataloguePageSize, q, state: state ?? null };
}
