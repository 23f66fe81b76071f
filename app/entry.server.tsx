import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { I18nextProvider } from "react-i18next";
import { getWiring } from "./clients/wiring.server";
import { handOver } from "./hand-over.server";
import { isLocale } from "./i18n/i18n";
import { i18nOf, localeOfRequest } from "./i18n/i18n.server";
import { EarlyPageContext, type EarlyPageParts } from "./reader/early/early-context";
import { withLateModules } from "./reader/early/late-modules.server";
import type { Locale } from "./realms/realm";
import { writePage } from "./rendering/render-page.server";
import { NonceContext } from "./security/nonce";
import { createWrittenPages } from "./written-pages.server";

declare module "@remix-run/server-runtime" {
  /** Given by our own server process; absent when another one (remix-serve) carries the build. */
  interface AppLoadContext {
    requestId?: string;
    ipAddress?: string | null;
    cspNonce?: string;
    /** Set by a reader page's loader: what shows its first page before the rest of it. */
    earlyPage?: EarlyPageParts | null;
    /** Where a page is laid down as it is to be sent. An answer's own body comes out as a stream, which costs more than the way in. */
    writtenPage?: { body: Buffer | null };
  }
}

/** The process that carries the build finds the one wiring here. */
export { getWiring };

const writtenPages = createWrittenPages();

/** Writes a page. None of ours has parts that come later than the rest: in one piece it costs half of what a stream does. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext?: AppLoadContext,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  const nonce = loadContext?.cspNonce;
  const early = loadContext?.earlyPage ?? null;
  const data = await dataOf(remixContext);
  const asked = { request, status, context: remixContext, data: early === null ? data : null, nonce };
  const known = writtenPages.find(asked);
  if (known) return answerOf(known, { headers, status }, loadContext);
  const i18n = i18nOf(await localeOfPage(request, remixContext));
  const page = () => (
    <I18nextProvider i18n={i18n}>
      <NonceContext.Provider value={nonce}>
        <EarlyPageContext.Provider value={early}>
          <RemixServer context={remixContext} url={request.url} nonce={nonce} />
        </EarlyPageContext.Provider>
      </NonceContext.Provider>
    </I18nextProvider>
  );
  const { body, error } = await writePage(page, nonce);
  if (error !== undefined) handleError(error, { request, context: loadContext });
  else writtenPages.keep(asked, body);
  const init = { headers, status: error === undefined ? status : 500 };
  return answerOf(early?.program ? withLateModules(body) : body, init, loadContext);
}

function answerOf(body: Buffer<ArrayBuffer>, init: ResponseInit, loadContext: AppLoadContext | undefined): Response {
  const place = loadContext?.writtenPage;
  if (!place) return new Response(body, init);
  place.body = body;
  return new Response(null, init);
}

/**
 * Has the page's data at hand before it is written; else the writing stops and begins again for each piece of it. They come as a
 * stream from the framework, and as they are from our own way of answering pages (server/document-handler.ts).
 * @returns the data as they are written into the page
 */
async function dataOf(context: EntryContext): Promise<string | null> {
  const { serverHandoffStream: stream, staticHandlerContext, renderMeta } = context;
  if (!renderMeta) return null;
  if (stream) return readStream(stream, renderMeta);
  const { loaderData, actionData, errors } = staticHandlerContext;
  const text = handOver({ loaderData, actionData, errors });
  if (text === null) throw new Error("These data are the framework's to write");
  // It is never read: what it would say is at hand.
  context.serverHandoffStream = { getReader: () => null } as unknown as ReadableStream<Uint8Array>;
  renderMeta.streamCache = atHand(text);
  return text;
}

type Stream = NonNullable<EntryContext["serverHandoffStream"]>;
type RenderMeta = NonNullable<EntryContext["renderMeta"]>;

async function readStream(stream: Stream, renderMeta: RenderMeta): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    text += decoder.decode(piece.value, { stream: true });
  }
  reader.releaseLock();
  renderMeta.streamCache = atHand(text);
  // Each attempt to write the page takes the stream's reader, and none of them reads.
  stream.getReader = (() => reader) as typeof stream.getReader;
  return text;
}

function atHand(text: string): RenderMeta["streamCache"] {
  const pieces = [{ result: { done: false, value: text } }, { result: { done: true, value: "" } }];
  return pieces as unknown as RenderMeta["streamCache"];
}

/** What a loader or action threw that is no answer. Spec 1, section 8: errors are sent to the error reporter. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context?: AppLoadContext },
): void {
  // A method or an address that a page does not know is the visitor's mistake, and so is a body without end.
  if (error instanceof Error && error.name === "BodyTooLarge") return;
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  getWiring().errors.report(error, { where: "page", requestId: context?.requestId });
}

/** The root loader has the last word on the language; a page whose root failed asks the request itself. */
async function localeOfPage(request: Request, remixContext: EntryContext): Promise<Locale> {
  const root = remixContext.staticHandlerContext.loaderData?.root as { locale?: unknown } | undefined;
  return isLocale(root?.locale) ? root.locale : localeOfRequest(request);
}
