import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { I18nextProvider } from "react-i18next";
import type { Backend } from "./clients/backend";
import { processBackend } from "./composition/process-backend.server";
import { isLocale } from "./i18n/i18n";
import { i18nOf, localeOfRequest } from "./i18n/i18n.server";
import { FirstPageContext, type FirstPageParts } from "./reader/first-page/first-page-context";
import type { Locale } from "./realms/realm";
import { renderPage } from "./rendering/render-page.server";
import { NonceContext } from "./security/nonce";
import { misdirectedPage } from "./shell/misdirected-page.server";
import { ServerError } from "./shell/page-title";

declare module "@remix-run/server-runtime" {
  /** Set by our server process; absent when another one (remix-serve) runs the build. */
  interface AppLoadContext {
    requestId?: string;
    ipAddress?: string | null;
    /** What loaders and actions call. */
    backend?: Backend;
    cspNonce?: string;
    /** Set by a reader page's loader: data and program that render its first page before the rest has loaded. */
    firstPage?: FirstPageParts | null;
  }
}

/** The backend, for the process that runs the build. */
export { processBackend };

/** Renders a page as a whole, since none has deferred parts. docs/decisions/0027-framework-rendering.md. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext?: AppLoadContext,
): Promise<Response> {
  // A host that is not ours has no country, and so none of our pages.
  const nonce = loadContext?.cspNonce;
  if (status === 421) return misdirectedPage(request, nonce);
  const firstPage = loadContext?.firstPage ?? null;
  const i18n = i18nOf(await localeOfPage(request, remixContext));
  const { body, error } = await renderPage(
    <I18nextProvider i18n={i18n}>
      <NonceContext.Provider value={nonce}>
        <FirstPageContext.Provider value={firstPage}>
          <ServerError.Provider value={Object.values(remixContext.staticHandlerContext.errors ?? {}).at(0)}>
            <RemixServer
              context={firstPage?.program ? withoutHints(remixContext) : remixContext}
              url={request.url}
              nonce={nonce}
            />
          </ServerError.Provider>
        </FirstPageContext.Provider>
      </NonceContext.Provider>
    </I18nextProvider>,
    nonce,
  );
  if (error !== undefined) handleError(error, { request, context: loadContext });
  headers.set("Content-Type", "text/html; charset=utf-8");
  // A rate-limited form keeps its Retry-After header, with script or without.
  for (const sent of Object.values(remixContext.staticHandlerContext.actionHeaders)) {
    const seconds = sent.get("Retry-After");
    if (seconds) headers.set("Retry-After", seconds);
  }
  const init = { headers, status: error === undefined ? status : 500 };
  return new Response(body, init);
}

/**
 * Removes the preload hints of a reader page: two dozen modules would compete with the files of its first page for the browser's
 * connections. docs/decisions/0024-first-page-inline.md.
 */
function withoutHints(context: EntryContext): EntryContext {
  const { entry, routes } = context.manifest;
  const bare = Object.entries(routes).map(([id, route]) => [id, { ...route, imports: [] }]);
  const manifest = { ...context.manifest, entry: { ...entry, imports: [] }, routes: Object.fromEntries(bare) };
  return { ...context, manifest };
}

/** Reports an error that a loader or action threw, unless it is a response. docs/product/shell.md#errors. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context?: AppLoadContext },
): void {
  // An unknown method or path and an unfinished body are errors of the client.
  if (error instanceof Error && error.name === "BodyTooLarge") return;
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  (context?.backend ?? processBackend()).errors.report(error, { where: "page", requestId: context?.requestId });
}

/** The root loader decides the language; if it failed, the request does. */
async function localeOfPage(request: Request, remixContext: EntryContext): Promise<Locale> {
  const root = remixContext.staticHandlerContext.loaderData?.root as { locale?: unknown } | undefined;
  return isLocale(root?.locale) ? root.locale : localeOfRequest(request);
}
