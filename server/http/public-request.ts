import type { IncomingMessage, ServerResponse } from "node:http";
import { createMiddleware } from "hono/factory";
import { pulledStream } from "~/http/pulled-stream.server";
import { formLimit } from "~/ui/form-size";
import { Rejection } from "./rejection";
import type { PipelineEnv } from "./request-context";

const megabyte = 1024 * 1024;

/** Maximum body of a request in bytes, by path; the first match applies. */
const bodyLimits: Array<[RegExp, number]> = [
  // Books uploaded by super users.
  [/^\/(library|controlpanel|services\/library)\/.*\b(upload|ingest|books\/add|books\/new)\b/, 512 * megabyte],
  // Error reports of browsers.
  [/^\/browser-errors$/, 16 * 1024],
  // Import workbooks.
  [/^\/controlpanel\/.*\bimport\b/, 32 * megabyte],
  [/^\/services\/control-panel\/v1\/organizations\/[^/]+\/imports$/, 32 * megabyte],
];

/** The body exceeds the limit of its path. */
class BodyTooLarge extends Rejection {
  override readonly name = "BodyTooLarge";
  constructor() {
    super(413, "too_large", "The body is too long", "tooLarge");
  }
}

/**
 * Creates the Request for services and pages: with the public URL, trusted headers, and a body that is limited by path and read on
 * demand. The adapter's own body reads ahead (decision 32).
 * @throws BodyTooLarge at once for a declared length, else from the body when it exceeds the limit
 */
export const publicRequest = createMiddleware<PipelineEnv>(async (c, next) => {
  const { incoming, outgoing } = c.env;
  const limit = bodyLimitOf(c.req.path);
  if (Number(incoming.headers["content-length"] ?? 0) > limit) throw new BodyTooLarge();
  const { method, url, signal } = c.req.raw;
  const body = method === "GET" || method === "HEAD" ? null : limitedBody(incoming, outgoing, limit);
  const init = { method, headers: headersOf(incoming), signal, body: body?.stream, duplex: "half" };
  c.req.raw = new Request(c.var.origin + url.slice(url.indexOf("/", "https://".length)), init as RequestInit);
  await next();
  // The handler may have converted the body's error to its own; the response must be 413 nevertheless.
  if (body?.isTooLarge()) {
    await c.res.body?.cancel();
    c.res = undefined;
    throw new BodyTooLarge();
  }
});

export function headersOf({ headers }: IncomingMessage): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) result.append(name, each);
  }
  return result;
}

type LimitedBody = { stream: ReadableStream<Uint8Array>; isTooLarge(): boolean };

function limitedBody(incoming: IncomingMessage, outgoing: ServerResponse, limit: number): LimitedBody {
  // Keep the connection: the response to an oversized body is sent on it while the body is still arriving.
  const chunks = incoming.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  // Browsers read a response only after sending everything, so the unread rest is discarded.
  outgoing.once("finish", () => void chunks.return?.().then(() => incoming.resume()));
  let bytes = 0;
  const stream = pulledStream(async function* () {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength;
      if (bytes > limit) throw new BodyTooLarge();
      yield chunk;
    }
  });
  return { stream, isTooLarge: () => bytes > limit };
}

function bodyLimitOf(path: string): number {
  return bodyLimits.find(([pattern]) => pattern.test(path))?.[1] ?? formLimit;
}
