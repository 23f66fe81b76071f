import { isRouteErrorResponse, type useLoaderData, useMatches } from "@remix-run/react";
import type { TFunction } from "i18next";
import { useContext } from "react";
import { useTranslation } from "react-i18next";
import { UNSAFE_DataRouterStateContext as RouterState } from "react-router";
import { brandName } from "./brand";
import { useShellData } from "./shell-data";

/** What a page's title is made of: what its loader found, and a translator to which keys are given with their area. */
export type Titled<Loader = unknown> = {
  t: TFunction;
  params: Readonly<Record<string, string | undefined>>;
  data: ReturnType<typeof useLoaderData<Loader>>;
};

/** `handle.title` of a route: a text's key with its area, or what makes the title, part by part and the page's own name first. */
type PageTitle = string | ((page: Titled) => string | string[]);

type Handle = { title?: PageTitle; i18n?: readonly string[] } | undefined;

/**
 * The title of the page at hand: its own name, then the brand's. WCAG 2.4.2. Until its texts are there, on the way from page to
 * page, it is the brand's name alone: the document waits for nothing.
 */
export function usePageTitle(): string {
  const brand = brandName(useShellData()?.brand ?? "fabel");
  const matches = useMatches();
  const error = usePageError();
  const areas = matches.flatMap(({ handle }) => (handle as Handle)?.i18n ?? []);
  const { t, ready } = useTranslation(areas, { useSuspense: false });
  const page = matches.at(-1);
  const title = (page?.handle as Handle)?.title;
  if (error) return titleOf(t(errorTitle(error)), brand);
  if (!ready || !page || title === undefined) return brand;
  return titleOf(typeof title === "string" ? t(title) : title({ t, params: page.params, data: page.data }), brand);
}

/** What went wrong on the page at hand, also where it is told inside a frame that went well: `useRouteError` knows that only in there. */
function usePageError(): unknown {
  return Object.values(useContext(RouterState)?.errors ?? {}).at(0);
}

function titleOf(own: string | string[], brand: string): string {
  return [own, brand].flat().join(" – ");
}

function errorTitle(error: unknown): string {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return "shell:error.notFound";
  return status === 403 ? "shell:error.notAllowed" : "shell:error.other";
}
