import { Writable } from "node:stream";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { getWiring } from "./clients/wiring.server";
import { isLocale } from "./i18n";
import { i18nOf, localeOfRequest } from "./i18n.server";
import { NonceContext } from "./nonce";
import type { Locale } from "./realms/realm";

declare module "@remix-run/server-runtime" {
  /** Given by our own server process; absent when another one (remix-serve) carries the build. */
  interface AppLoadContext {
    requestId?: string;
    ipAddress?: string | null;
    cspNonce?: string;
  }
}

/** The process that carries the build finds the one wiring here. */
export { getWiring };

/** Milliseconds after which what a page still waits for is left to the browser. */
const patience = 10_000;

/** Writes a page. None of ours has parts that come later than the rest: in one piece it costs half of what a stream does. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext?: AppLoadContext,
): Promise<Response> {
  const nonce = loadContext?.cspNonce;
  const i18n = i18nOf(await localeOfPage(request, remixContext));
  const page = (
    <I18nextProvider i18n={i18n}>
      <NonceContext.Provider value={nonce}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </NonceContext.Provider>
    </I18nextProvider>
  );
  const { body, error } = await render(page, nonce);
  if (error !== undefined) handleError(error, { request, context: loadContext });
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(body, { headers, status: error === undefined ? status : 500 });
}

/**
 * A page as bytes, once all of it is there. `error` is what broke a part that the browser will try again.
 * @throws what broke the page as a whole
 */
function render(
  page: ReactElement,
  nonce: string | undefined,
): Promise<{ body: Buffer<ArrayBuffer>; error?: unknown }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let error: unknown;
    const body = new Writable({
      write(chunk: Buffer, _, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        clearTimeout(giveUp);
        resolve({ body: Buffer.concat(chunks), error });
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => void pipe(body),
      onShellError(broken) {
        clearTimeout(giveUp);
        reject(broken);
      },
      onError(broken) {
        error ??= broken;
      },
    });
    const giveUp = setTimeout(abort, patience);
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
