import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https from "node:https";
import { RosterSourceError } from "~/services/.server/sync/roster/roster";
import type { FetchLimits } from "~/services/.server/sync/roster/source-options";
import { badAddress, guardedLookup, privateName } from "./source-address";

export type SourceRequest = { method: "GET" | "POST"; headers: Record<string, string>; body?: string };
export type SourceResponse = { status: number; headers: IncomingHttpHeaders; bytes: Buffer };

/** Sends one request, once; redirects are not followed. */
export type Send = (url: URL, request: SourceRequest) => Promise<SourceResponse>;

export type SourceSender = { send: Send; close(): void };

/**
 * @param signal aborts every request with its reason
 * @throws RosterSourceError "bad_address", "unreachable", "cut_off", "too_slow", "too_large"
 */
export function createSender(signal: AbortSignal, limits: FetchLimits): SourceSender {
  const lookup = guardedLookup(limits);
  const agents = { "http:": new http.Agent({ keepAlive: true }), "https:": new https.Agent({ keepAlive: true }) };
  const deadline = performance.now() + limits.totalMs;
  let received = 0;

  const send: Send = async (url, { method, headers, body }) => {
    signal.throwIfAborted();
    const isTotal = deadline - performance.now() < limits.responseMs;
    const ms = Math.max(0, Math.min(limits.responseMs, deadline - performance.now()));
    const slow = new RosterSourceError("too_slow", {
      host: url.host,
      seconds: Math.ceil((isTotal ? limits.totalMs : limits.responseMs) / 1000),
    });
    // One controller for timeout and signal: on Node 20 a signal from AbortSignal.any may be garbage-collected while awaited.
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(slow), ms);
    const onAbort = () => ending.abort(signal.reason);
    signal.addEventListener("abort", onAbort);
    try {
      const protocol = url.protocol === "https:" ? "https:" : "http:";
      const response = await request(url, {
        ...{ method, headers, lookup, signal: ending.signal },
        agent: agents[protocol],
        ...(body === undefined ? {} : { body }),
      });
      const bytes = await bytesOf(response, url, (length) => {
        received += length;
        refuseTooLarge(received, limits.totalBytes);
        return limits.responseBytes;
      });
      return { status: response.statusCode ?? 0, headers: response.headers, bytes };
    } catch (error) {
      if (ending.signal.aborted) throw ending.signal.reason;
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    }
  };

  return {
    send,
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

type RequestOptions = https.RequestOptions & { body?: string };

function request(url: URL, { body, ...options }: RequestOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === "https:" ? https : http;
    const outgoing = request(url, options);
    outgoing.once("response", resolve);
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      reject(error.code === privateName ? badAddress(url) : new RosterSourceError("unreachable", { host: url.host }));
    });
    outgoing.end(body);
  });
}

async function bytesOf(response: IncomingMessage, url: URL, count: (length: number) => number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      refuseTooLarge(size, count(chunk.length));
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof RosterSourceError ? error : truncatedResponse(url);
  } finally {
    response.destroy();
  }
  if (!response.complete) throw truncatedResponse(url);
  return Buffer.concat(chunks);
}

function refuseTooLarge(bytes: number, limit: number): void {
  if (bytes > limit) throw new RosterSourceError("too_large", { megabytes: Math.floor(limit / 1024 / 1024) });
}

/** The error for a source that broke off within a response. */
export function truncatedResponse(url: URL): RosterSourceError {
  return new RosterSourceError("cut_off", { host: url.host, path: url.pathname });
}
