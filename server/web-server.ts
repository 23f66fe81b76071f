import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener } from "node:http";
import type { RequestHandler, ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type Request as Incoming, type NextFunction, type Response as Outgoing } from "express";
import type { Environment } from "../app/environment.server";
import { frenchAddress } from "../app/realms/realm";
import { bodyLimit } from "./body-limits";
import type { Metrics } from "./metrics";
import { createPageHandler } from "./page-handler";
import { type ProcessLog, requestIdOf } from "./request-log";
import { commonHeaders, contentPolicy } from "./security-headers";
import { type BrowserFiles, serveFiles } from "./static-files";
import { BodyTooLarge, requireShortEnough, sendWebResponse, webRequest } from "./web-messages";

/** What the process needs of the product's composition root (app/clients/wiring.server.ts). */
export type ProcessWiring = {
  serveServices(request: Request, peer: { ipAddress: string | null; requestId: string }): Promise<Response>;
  /** Lets all work on a page know whose request it is. */
  during<Result>(peer: { ipAddress: string | null; requestId: string }, work: () => Result): Result;
  /** Whether its databases answer. */
  isReady(): Promise<boolean>;
  /** With DEMO=1: the demonstration's people and books, where they are missing. */
  seed(booksFolder: string): Promise<void>;
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

type Visit = { requestId: string; nonce: string; origin: string; isSecure: boolean; ipAddress: string | null };
const visits = new WeakMap<IncomingMessage, Visit>();

/** The way in: health, files, services, then pages. */
export function createWebServer(parts: WebServerParts): RequestListener {
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", parts.environment.trustedProxies);
  // Asked half a dozen times a request, and worked out from the address's text each time.
  const trust = app.get("trust proxy fn") as (address: string, hop: number) => boolean;
  const isTrusted = remembering((asked) => trust(asked.slice(asked.indexOf(" ") + 1), Number.parseInt(asked, 10)));
  app.set("trust proxy fn", (address: string, hop: number) => isTrusted(`${hop} ${address}`));
  app.set("query parser", false);
  app.use((message: Incoming, answer: Outgoing, next: NextFunction) => receive(parts, app, message, answer, next));
  app.get("/healthz", (_, answer) => void answer.type("text").send("ok"));
  app.get("/readyz", (_, answer) => answerReadiness(parts, answer));
  app.get("/metrics", (message, answer) => answerMetrics(parts, message, answer));
  // Sounds and pictures are compressed already, and a range of bytes must stay what it is.
  app.use(
    compression({
      filter: (message, answer) => !answer.hasHeader("Content-Range") && compression.filter(message, answer),
    }),
  );
  serveFiles(app, parts.files);
  app.all("/services/*", (message, answer, next) => answerService(parts, message, answer).catch(next));
  app.all("*", (message, answer, next) => answerPage(parts, message, answer).catch(next));
  app.use((error: unknown, message: Incoming, answer: Outgoing, _next: NextFunction) =>
    fail(parts, error, message, answer),
  );
  return app;
}

const isOrigin = remembering(
  (text) => URL.canParse(text) && new URL(text).origin === text.toLowerCase().replace(/:(80|443)$/, ""),
);

/** Answers that never change; a thousand at a time, since visitors choose what is asked. */
function remembering(find: (asked: string) => boolean): (asked: string) => boolean {
  const known = new Map<string, boolean>();
  return (asked) => {
    const found = known.get(asked);
    if (found !== undefined) return found;
    if (known.size >= 1000) known.clear();
    const answer = find(asked);
    known.set(asked, answer);
    return answer;
  };
}

/** Gives the visit its id, its origin and its headers, and writes its line when it ends. */
function receive(
  parts: WebServerParts,
  app: express.Express,
  message: Incoming,
  answer: Outgoing,
  next: NextFunction,
): void {
  const began = performance.now();
  const trust = app.get("trust proxy fn") as (address: string, hop: number) => boolean;
  const isTrusted = trust(message.socket.remoteAddress ?? "", 0);
  if (!isTrusted)
    for (const name of Object.keys(message.headers)) if (/^x-forwarded-/.test(name)) delete message.headers[name];
  const requestId = requestIdOf(message.get("x-request-id"), isTrusted);
  const requestPath = message.originalUrl.split("?", 1)[0] ?? "/";
  answer.set({ "X-Request-Id": requestId, ...commonHeaders(message.secure) });
  answer.on("close", () => {
    const line = {
      requestId,
      method: message.method,
      path: requestPath,
      status: answer.statusCode,
      milliseconds: Math.round((performance.now() - began) * 10) / 10,
      aborted: !answer.writableFinished,
    };
    parts.metrics.observe(line);
    if (!/^\/(healthz|readyz|metrics)$/.test(requestPath)) parts.log.info(line);
  });

  const host = (isTrusted && message.get("x-forwarded-host")?.split(",")[0]?.trim()) || message.get("host");
  const origin = `${message.protocol}://${host}`;
  if (!host || !isOrigin(origin)) {
    refuse(answer, 400, "bad_request", "The Host header names no host");
    return;
  }
  if (!message.originalUrl.startsWith("/")) {
    refuse(answer, 400, "bad_request", "The address is not one of this site");
    return;
  }
  const { franceOtherDomain, domains } = parts.environment;
  const french = frenchAddress(`${origin}${message.originalUrl}`, franceOtherDomain, domains);
  if (french) {
    // 308 keeps the method of whatever else than a page was asked for.
    answer.redirect(/^(GET|HEAD)$/.test(message.method) ? 301 : 308, french);
    return;
  }
  if (isForeignWrite(message, new URL(origin).host)) {
    refuse(answer, 403, "forbidden", "A change may only be asked for by this site itself");
    return;
  }
  if (Number(message.get("content-length") ?? 0) > bodyLimit(requestPath)) {
    answer.set("Connection", "close");
    refuse(answer, 413, "too_large", `The body is longer than ${bodyLimit(requestPath)} bytes`);
    return;
  }
  visits.set(message, {
    requestId,
    nonce: randomBytes(16).toString("base64"),
    origin,
    isSecure: message.secure,
    ipAddress: message.ip ?? null,
  });
  next();
}

/** Browsers name the origin of everything that may change something; programs name none. Security, line 3. */
function isForeignWrite(message: Incoming, host: string): boolean {
  if (/^(GET|HEAD|OPTIONS)$/.test(message.method)) return false;
  const origin = message.get("origin");
  if (origin === undefined) return message.get("sec-fetch-site") === "cross-site";
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

async function answerReadiness(parts: WebServerParts, answer: Outgoing): Promise<void> {
  const isReady =
    !parts.isStopping() &&
    (await parts.wiring().then(
      (wiring) => wiring.isReady(),
      () => false,
    ));
  answer
    .status(isReady ? 200 : 503)
    .type("text")
    .send(isReady ? "ready" : "not ready");
}

async function answerMetrics(parts: WebServerParts, message: Incoming, answer: Outgoing): Promise<void> {
  const { metricsToken } = parts.environment;
  const isLocal = /^(::1|(::ffff:)?127\.)/.test(message.ip ?? "");
  const hasToken = metricsToken !== null && message.get("authorization") === `Bearer ${metricsToken}`;
  if (!isLocal && !hasToken) {
    refuse(answer, 403, "forbidden", "Metrics are for this machine, or for whoever has the token");
    return;
  }
  answer.type(parts.metrics.registry.contentType).send(await parts.metrics.registry.metrics());
}

function visitOf(message: IncomingMessage): Visit {
  const visit = visits.get(message);
  if (!visit) throw new Error("A request came past the door");
  return visit;
}

function incoming(message: Incoming, answer: Outgoing, visit: Visit): Request {
  const limit = bodyLimit(message.path);
  return webRequest(message, answer, { origin: visit.origin, path: message.originalUrl, bodyLimit: limit });
}

async function answerService(parts: WebServerParts, message: Incoming, answer: Outgoing): Promise<void> {
  const visit = visitOf(message);
  const wiring = await parts.wiring();
  const { ipAddress, requestId } = visit;
  const response = await wiring.serveServices(incoming(message, answer, visit), { ipAddress, requestId });
  requireShortEnough(message);
  if (response.headers.get("content-type")?.includes("json") && !response.headers.has("content-security-policy")) {
    answer.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  }
  if (!response.headers.has("cache-control")) answer.set("Cache-Control", "no-store");
  replaceHeaders(answer, response);
  await sendWebResponse(answer, response);
}

async function answerPage(parts: WebServerParts, message: Incoming, answer: Outgoing): Promise<void> {
  const { requestId, nonce, ipAddress, isSecure, ...visit } = visitOf(message);
  const build = await parts.build();
  const handle = handlerOf(build);
  const context = { requestId, ipAddress, cspNonce: nonce, writtenPage: { body: null } };
  const request = incoming(message, answer, { requestId, nonce, ipAddress, isSecure, ...visit });
  const wiring = await parts.wiring();
  const response = await wiring.during({ requestId, ipAddress }, () => handle(request, context));
  requireShortEnough(message);
  // A page without a word of its own is a person's, and shared tablets must not keep it. Security, line 25.
  if (!response.headers.has("cache-control")) answer.set("Cache-Control", "no-store");
  if (response.headers.get("content-type")?.includes("text/html") && !response.headers.has("content-security-policy")) {
    const isDevelopment = "middleware" in parts.files;
    const options = { path: message.path, nonce, isSecure, isDevelopment };
    answer.set("Content-Security-Policy", contentPolicy(parts.environment, options));
  }
  replaceHeaders(answer, response);
  await sendWebResponse(answer, response, context.writtenPage.body);
}

/** What an answer says itself counts over what every answer carries. */
function replaceHeaders(answer: Outgoing, response: Response): void {
  for (const name of response.headers.keys()) if (name !== "vary") answer.removeHeader(name);
}

const handlers = new WeakMap<ServerBuild, RequestHandler>();

function handlerOf(build: ServerBuild): RequestHandler {
  const known = handlers.get(build);
  if (known) return known;
  const made = createPageHandler(build, process.env.NODE_ENV);
  handlers.set(build, made);
  return made;
}

function refuse(answer: Outgoing, status: number, error: string, message: string): void {
  answer.status(status).set("Cache-Control", "no-store").json({ error, message });
}

function fail(parts: WebServerParts, error: unknown, message: Incoming, answer: Outgoing): void {
  const isTooLarge = error instanceof BodyTooLarge || (error as Error)?.cause instanceof BodyTooLarge;
  const hasBadPath = error instanceof URIError;
  if (!isTooLarge && !hasBadPath && !message.aborted) {
    const requestId = visits.get(message)?.requestId;
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
  if (isTooLarge) refuse(answer.set("Connection", "close"), 413, "too_large", "The body is too long");
  else if (hasBadPath) refuse(answer, 400, "bad_request", "The address cannot be read");
  else refuse(answer, 500, "internal_error", "Something went wrong");
}
