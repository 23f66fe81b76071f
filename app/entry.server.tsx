import { PassThrough } from "node:stream";
import { type AppLoadContext, createReadableStreamFromReadable, type EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { getWiring } from "./clients/wiring.server";
import { isLocale } from "./i18n";
import { i18nOf, localeOfRequest } from "./i18n.server";
import { NonceContext } from "./nonce";
import { EarlyPageContext, type EarlyPageParts } from "./reader/early/early-context";
import { withLateModules } from "./reader/early/late-modules.server";
import type { Locale } from "./realms/realm";

declare module "@remix-run/server-runtime" {
  /** Given by our own server process; absent when another one (remix-serve) carries the build. */
  interface AppLoadContext {
    requestId?: string;
    ipAddress?: string | null;
    cspNonce?: string;
    /** Set by a reader page's loader: what shows its first page before the rest of it. */
    earlyPage?: EarlyPageParts | null;
  }
}

/** The process that carries the build finds the one wiring here. */
export { getWiring };

/** Milliseconds after which a page that still streams is given up. */
const streamTimeout = 10_000;

/** Writes a page: streamed to browsers, whole to crawlers. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext?: AppLoadContext,
): Promise<Response> {
  const nonce = loadContext?.cspNonce;
  const i18n = i18nOf(await localeOfPage(request, remixContext));
  const ready = isbot(request.headers.get("user-agent")) ? "onAllReady" : "onShellReady";

  return new Promise((resolve, reject) => {
    let answered = false;
    let answerStatus = status;
    const { pipe, abort } = renderToPipeableStream(
      <I18nextProvider i18n={i18n}>
        <NonceContext.Provider value={nonce}>
          <EarlyPageContext.Provider value={loadContext?.earlyPage ?? null}>
            <RemixServer context={remixContext} url={request.url} abortDelay={streamTimeout} nonce={nonce} />
          </EarlyPageContext.Provider>
        </NonceContext.Provider>
      </I18nextProvider>,
      {
        nonce,
        [ready]() {
          answered = true;
          const body = new PassThrough();
          headers.set("Content-Type", "text/html; charset=utf-8");
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status: answerStatus }));
          if (loadContext?.earlyPage?.program) pipe(withLateModules()).pipe(body);
          else pipe(body);
        },
        onShellError: reject,
        onError(error) {
          answerStatus = 500;
          // Errors before the shell reach onShellError and are logged there.
          if (answered && !request.signal.aborted) console.error(error);
        },
      },
    );
    setTimeout(abort, streamTimeout + 1000).unref();
  });
}

/** What a loader or action threw that is no answer. Spec 1, section 8: errors are sent to the error reporter. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context?: AppLoadContext },
): void {
  // A method or an address that a page does not know is the visitor's mistake.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  getWiring().errors.report(error, { where: "page", requestId: context?.requestId });
}

/** The root loader has the last word on the language; a page whose root failed asks the request itself. */
async function localeOfPage(request: Request, remixContext: EntryContext): Promise<Locale> {
  const root = remixContext.staticHandlerContext.loaderData?.root as { locale?: unknown } | undefined;
  return isLocale(root?.locale) ? root.locale : localeOfRequest(request);
}
