import { isRouteErrorResponse, type useLoaderData, useMatches } from "@remix-run/react";
import type { TFunction } from "i18next";
import { createContext, useContext, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RefusalReason } from "~/http/refusal-reason";
import { brandName } from "./brand";
import { useShellData } from "./shell-data";

/** Arguments of a title function: the loader's data, and a translator whose keys include the area. */
export type Titled<Loader = unknown> = {
  t: TFunction;
  params: Readonly<Record<string, string | undefined>>;
  data: ReturnType<typeof useLoaderData<Loader>>;
};

/**
 * `handle.title` of a route: a translation key with its area, or a function that returns one or several parts, the page's own name first.
 */
type PageTitle = string | ((page: Titled) => string | string[]);

/** `hasNoLoader`: the title depends only on the URL. `description`: key of the text for search engines, which may name the brand. */
type Handle = { title?: PageTitle; description?: string; hasNoLoader?: boolean; i18n?: readonly string[] } | undefined;

/** Error of a server-rendered page; in the browser the error page sets it (`useErrorTitle`). */
export const ServerError = createContext<unknown>(undefined);

/** Called with the error that the error page shows, and with `undefined` when the page is left. */
export const SetPageError = createContext<(error: unknown) => void>(() => undefined);

/** Sets the title while an error page is shown, even within a layout that did not fail. */
export function useErrorTitle(error: unknown): void {
  const setPageError = useContext(SetPageError);
  useEffect(() => {
    setPageError(error);
    return () => setPageError(undefined);
  }, [error, setPageError]);
}

/**
 * Title of the current page: its own name, then the brand's. WCAG 2.4.2. During a navigation, until the texts have
 * loaded, only the brand's name.
 * @returns the title, the description for search engines, if the page has one, and a function with which error pages report their error
 */
export function usePageTitle(): {
  title: string;
  description: string | null;
  setPageError: (error: unknown) => void;
} {
  const brand = brandName(useShellData()?.brand ?? "fabel");
  const matches = useMatches();
  const [error, setPageError] = useState(useContext(ServerError));
  const areas = matches.flatMap(({ handle }) => (handle as Handle)?.i18n ?? []);
  const { t, ready } = useTranslation(areas, { useSuspense: false });
  const page = matches.at(-1);
  const { title, description, hasNoLoader } = (page?.handle as Handle) ?? {};
  const isDescribed = description !== undefined && ready && !error;
  return { title: shownTitle(), description: isDescribed ? t(description, { name: brand }) : null, setPageError };

  function shownTitle(): string {
    if (error) return titleOf(t(errorTitle(error)), brand);
    if (!ready || !page || title === undefined) return brand;
    if (typeof title === "string") return titleOf(t(title), brand);
    // The loader failed: the error page reports the error only after this render.
    if (page.data === undefined && !hasNoLoader) return brand;
    return titleOf(title({ t, params: page.params, data: page.data }), brand);
  }
}

function titleOf(own: string | string[], brand: string): string {
  return [own, brand].flat().join(" – ");
}

function errorTitle(error: unknown): string {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return "shell:error.notFound";
  if (isRouteErrorResponse(error) && error.data === ("withheld" satisfies RefusalReason)) return "shell:error.withheld";
  return status === 403 ? "shell:error.notAllowed" : "shell:error.other";
}
