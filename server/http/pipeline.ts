import { randomBytes } from "node:crypto";
import type { RequestListener, ServerResponse } from "node:http";
import type { AppLoadContext, RequestHandler, ServerBuild } from "@remix-run/node";
import compression from "compression";
import type { Environment } from "~/environment.server";
import { bodyLimit } from "./body-limits";
import { createDoor, isForPeople, isSentByScript, type Refusal, refuse, tooLarge, type Visit } from "./door";
import type { Metrics } from "./metrics";
import { createPageHandler } from "./page-handler";
import { createRefusalPage, type RefusalPage } from "./refusal-page";
import type { ProcessLog } from "./request-log";
import { contentPolicy } from "./security-headers";
import { type BrowserFiles, createFileServer, type Middleware } from "./static-files";
import { BodyTooLarge, readHeaders, requireShortEnough, sendWebResponse, webRequest } from "./web-messages";

/** What the process needs of the product's composition root (app/clients/wiring.server.ts). */
export type ProcessWiring = {
  serveServices(request: Request, peer: { ipAddress: string | null; requestId: string }): Promise<Response>;
  /** Lets all work on a page know whose request it is. */
  during<Result>(peer: { ipAddress: string | null; requestId: string }, work: () => Result): Result;
  /** Whether its databases answer. */
  isReady(): Promise<boolean>;
  /** With DEMO=1: the demonstration's people and books, where they are missing. */
  seed(booksFolder: string, begun: () => void): Promise<void>;
  /** Removes sessions, codes and answers that are long over. */
  forgetOld(): Promise<void>;
  /** Where errors go that nobody expected. */
  errors: { report(error: unknown, context: { where: string; requestId?: string }): void };
  /** Begins to work on jobs. */
  startJobs(): Promise<void>;
  /** Gives back the jobs at work and closes pools, once nothing uses them any more. */
  close(): Promise<void>;
};

export type WebServerParts = {
  environment: Environment;
  /** The framework's build, asked for at each request: in development it changes. */
  build(): Promise<ServerBuild>;
  wiring(): Promise<ProcessWiring>;
  files: BrowserFiles;
  log: ProcessLog;
  metrics: Metrics;
  isStopping(): boolean;
};

/** The way in: health, files, services, then pages. */
export function createWebServer(parts: WebServerParts): RequestListener {
  const enter = createDoor(parts);
  const files = createFileServer(parts.files);
  // Sounds and pictures are compressed already, and a range of bytes must stay what it is.
  const compress = compression({
    filter: (message, answer) => !answer.hasHeader("Content-Range") && compression.filter(message, answer),
  }) as unknown as Middleware;

  return (message, answer) => {
    const visit = enter(message, answer);
    if (visit) answerVisit(visit).catch((error) => fail(parts, error, visit));
  };

  async function answerVisit(visit: Visit): Promise<void> {
    const { message, answer, path } = visit;
    const isRead = message.method === "GET" || message.method === "HEAD";
    if (isRead && path === "/healthz") return answerText(answer, 200, "ok");
    if (isRead && path === "/readyz") return answerReadiness(parts, answer);
    if (isRead && path === "/metrics") return answerMetrics(parts, visit);
    await passed(compress, visit);
    if (visit.refusal) return answerRefusal(parts, visit, visit.refusal);
    if (files.mayHave(path)) await passed(files.serve, visit);
    if (path.startsWith("/services/")) return answerService(parts, visit);
    // A missing chunk is answered at once: the page that asks is of another version and reloads.
    if (path.startsWith("/assets/")) {
      answer.setHeader("Cache-Control", "no-store");
      return answerText(answer, 404, "Not found");
    }
    return answerPage(parts, visit);
  }
}

/** Resolves when the middleware hands on; never where it answers itself. */
function passed(middleware: Middleware, { message, answer }: Visit): Promise<void> {
  return new Promise((resolve, reject) => {
    middleware(message, answer, (error) => (error ? reject(error) : resolve()));
  });
}

function answerText(answer: ServerResponse, status: number, text: string): void {
  answer.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" }).end(text);
}

async function answerReadiness(parts: WebServerParts, answer: ServerResponse): Promise<void> {
  const isReady =
    !parts.isStopping() &&
    (await parts.wiring().then(
      (wiring) => wiring.isReady(),
      () => false,
    ));
  answerText(answer, isReady ? 200 : 503, isReady ? "ready" : "not ready");
}

async function answerMetrics(parts: WebServerParts, { message, answer, ipAddress }: Visit): Promise<void> {
  const { metricsToken } = parts.environment;
  const isLocal = /^(::1|(::ffff:)?127\.)/.test(ipAddress ?? "");
  const hasToken = metricsToken !== null && message.headers.authorization === `Bearer ${metricsToken}`;
  if (!isLocal && !hasToken) {
    refuse(answer, 403, "forbidden", "Metrics are for this machine, or for whoever has the token");
    return;
  }
  const { contentType } = parts.metrics.registry;
  answer.writeHead(200, { "Content-Type": contentType }).end(await parts.metrics.registry.metrics());
}

function incoming({ message, answer, origin, path }: Visit): Request {
  return webRequest(message, answer, { origin, path: message.url ?? "/", bodyLimit: bodyLimit(path) });
}

async function answerService(parts: WebServerParts, visit: Visit): Promise<void> {
  const { message, answer, ipAddress, requestId } = visit;
  const wiring = await parts.wiring();
  const response = await wiring.serveServices(incoming(visit), { ipAddress, requestId });
  requireShortEnough(message);
  if (response.headers.get("content-type")?.includes("json") && !response.headers.has("content-security-policy")) {
    answer.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  }
  if (!response.headers.has("cache-control")) answer.setHeader("Cache-Control", "no-store");
  replaceHeaders(answer, response);
  await sendWebResponse(answer, response);
}

async function answerPage(parts: WebServerParts, visit: Visit): Promise<void> {
  const { handle } = pagesOf(await parts.build());
  const request = incoming(visit);
  await showPage(parts, visit, async (context) => {
    const response = await handle(request, context);
    requireShortEnough(visit.message);
    return response;
  });
}

/** The page is asked for as if nothing had been in what was sent; an address that cannot be read stands in it letter by letter. */
async function answerRefusal(parts: WebServerParts, visit: Visit, refusal: Refusal): Promise<void> {
  const { message, origin, path } = visit;
  const { refuse: show } = pagesOf(await parts.build());
  const headers = readHeaders(message);
  const method = isSentByScript(visit) ? "POST" : "GET";
  // The way back to a form needs all of its address.
  const isForm = refusal.reason === "tooLarge" && method === "GET";
  const shown = isForm ? (message.url ?? path) : path;
  const url = origin + (refusal.reason === "address" ? path.replaceAll("%", "%25") : shown);
  await showPage(parts, visit, (context) => show(refusal, { url, method, headers }, context));
}

async function showPage(
  parts: WebServerParts,
  { answer, path, requestId, ipAddress, isSecure }: Visit,
  show: (context: AppLoadContext) => Promise<Response>,
): Promise<void> {
  const nonce = randomBytes(16).toString("base64");
  const context = { requestId, ipAddress, cspNonce: nonce, writtenPage: { body: null } };
  const wiring = await parts.wiring();
  const response = await wiring.during({ requestId, ipAddress }, () => show(context));
  // What is away may be back in a moment.
  if (response.status === 503) answer.setHeader("Retry-After", "10");
  // A page without a word of its own is a person's, and shared tablets must not keep it. Security, line 25.
  if (!response.headers.has("cache-control")) answer.setHeader("Cache-Control", "no-store");
  if (response.headers.get("content-type")?.includes("text/html") && !response.headers.has("content-security-policy")) {
    const isDevelopment = "middleware" in parts.files;
    const options = { path, nonce, isSecure, isDevelopment };
    answer.setHeader("Content-Security-Policy", contentPolicy(parts.environment, options));
  }
  replaceHeaders(answer, response);
  await sendWebResponse(answer, response, context.writtenPage.body);
}

/** What an answer says itself counts over what every answer carries. */
function replaceHeaders(answer: ServerResponse, response: Response): void {
  for (const name of response.headers.keys()) if (name !== "vary") answer.removeHeader(name);
}

type Pages = { handle: RequestHandler; refuse: RefusalPage };

const pagesByBuild = new WeakMap<ServerBuild, Pages>();

function pagesOf(build: ServerBuild): Pages {
  const known = pagesByBuild.get(build);
  if (known) return known;
  const mode = process.env.NODE_ENV;
  const made = { handle: createPageHandler(build, mode), refuse: createRefusalPage(build, "routes/not-found", mode) };
  pagesByBuild.set(build, made);
  return made;
}

function fail(parts: WebServerParts, error: unknown, visit: Visit): void {
  const { requestId, message, answer } = visit;
  const isTooLarge = error instanceof BodyTooLarge || (error as Error)?.cause instanceof BodyTooLarge;
  if (!isTooLarge && !message.aborted) {
    parts.log.error({ requestId, err: error }, "a request failed");
    void parts.wiring().then(
      ({ errors }) => errors.report(error, { where: "process", requestId }),
      () => undefined,
    );
  }
  if (answer.headersSent) {
    answer.destroy();
    return;
  }
  if (isTooLarge) {
    answer.setHeader("Connection", "close");
    if ((isForPeople(visit) || isSentByScript(visit)) && visit.refusal === null) {
      const told = { ...visit, refusal: tooLarge };
      answerRefusal(parts, told, tooLarge).catch((again) => fail(parts, again, told));
    } else refuse(answer, tooLarge.status, tooLarge.error, tooLarge.message);
  } else refuse(answer, 500, "internal_error", "Something went wrong");
}
