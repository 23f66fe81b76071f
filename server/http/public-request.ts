import type { IncomingMessage, ServerResponse } from "node:http";
import { pulledStream } from "~/http/pulled-stream.server";

/** Between Node's messages and the web's: one way in and one way out for Remix and for the services. */

/** The body is longer than its path allows. */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
}

const overflowed = new WeakSet<IncomingMessage>();

/** Whoever reads a body may take its breaking off for a failure of their own: the answer is about the body all the same. */
export function requireShortEnough(message: IncomingMessage): void {
  if (overflowed.has(message)) throw new BodyTooLarge("The body is longer than its path allows");
}

export type WebRequestOptions = {
  /** Public origin, as the visitor sees it. */
  origin: string;
  path: string;
  /** Bytes that the body may have. */
  bodyLimit: number;
};

/**
 * The web's Request of Node's message. Its signal aborts when the visitor leaves before the answer is complete. A body that
 * grows beyond the limit breaks off with BodyTooLarge.
 */
export function webRequest(message: IncomingMessage, answer: ServerResponse, options: WebRequestOptions): Request {
  const headers = readHeaders(message);
  const left = new AbortController();
  answer.on("close", () => {
    if (!answer.writableFinished) left.abort();
  });
  const hasBody = message.method !== "GET" && message.method !== "HEAD";
  return new Request(new URL(options.origin + options.path), {
    method: message.method,
    headers,
    signal: left.signal,
    ...(hasBody ? { body: limitedBody(message, answer, options.bodyLimit), duplex: "half" } : {}),
  } as RequestInit);
}

export function readHeaders(message: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    if (name.startsWith(":")) continue;
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) headers.append(name, each);
  }
  return headers;
}

function limitedBody(message: IncomingMessage, answer: ServerResponse, limit: number): ReadableStream<Uint8Array> {
  // What is too long is answered, over the connection that it still comes by.
  const chunks = message.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  // A browser hears an answer only when it has sent all: what nobody reads any more is taken and thrown away.
  answer.on("finish", () => void chunks.return?.().then(() => message.resume()));
  return pulledStream(async function* () {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.byteLength;
      if (bytes > limit) {
        overflowed.add(message);
        throw new BodyTooLarge(`The body is longer than ${limit} bytes`);
      }
      yield chunk;
    }
  });
}

/**
 * Writes the web's Response no faster than the visitor reads it; one that nobody waits for any more is dropped.
 * @param whole its body, where that is at hand in one piece and not in the Response
 */
export async function sendWebResponse(
  answer: ServerResponse,
  response: Response,
  whole: Buffer | null = null,
): Promise<void> {
  answer.statusCode = response.status;
  for (const [name, value] of response.headers) answer.appendHeader(name, value);
  if (whole && answer.req.method !== "HEAD") {
    answer.setHeader("Content-Length", whole.length);
    answer.end(whole);
    return;
  }
  if (!response.body || answer.req.method === "HEAD") {
    await response.body?.cancel();
    answer.end();
    return;
  }
  const isStreamedText = /^text\/(html|event-stream|x-script)/.test(response.headers.get("content-type") ?? "");
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (answer.destroyed) return;
      if (!answer.write(value)) await untilWritable(answer);
      // Compression keeps what it has until it is told that somebody waits.
      if (isStreamedText) (answer as ServerResponse & { flush?: () => void }).flush?.();
    }
    answer.end();
  } catch (error) {
    answer.destroy();
    throw error;
  } finally {
    // What is left of a body that nobody reads any more: its source must be let go.
    if (!answer.writableEnded) reader.cancel().catch(() => {});
  }
}

/** Until the visitor has taken what was written, or is gone. */
function untilWritable(answer: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      answer.off("drain", done);
      answer.off("close", done);
      resolve();
    };
    answer.on("drain", done);
    answer.on("close", done);
    if (answer.destroyed) done();
  });
}
