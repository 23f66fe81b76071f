import { isUtf8 } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { RosterSourceError } from "~/services/.server/sync/roster/roster";
import {
  type FetchLimits,
  fetchLimits,
  type SourceConfig,
  type SourceOptions,
} from "~/services/.server/sync/roster/source-options";
import { accessToken } from "./access-token";
import { createSender, type SourceRequest, type SourceResponse, truncatedResponse } from "./send";
import { sourceAddress } from "./source-address";

type JsonResponse = { body: unknown; headers: IncomingHttpHeaders };

/** A source over HTTP with its credentials. */
export type SourceHttp = {
  base: URL;
  limits: FetchLimits;
  /**
   * Requests JSON. Broken connections, 5xx and 429 are retried within the limits.
   * @throws RosterSourceError
   */
  getJson(url: URL): Promise<JsonResponse>;
  close(): void;
};

/** Maximum number of times that a busy source may delay one request. */
const longestQueue = 20;

/**
 * @param basePath the standard's path, which is appended unless the configured path contains `pathMark`
 * @throws RosterSourceError "bad_address"
 */
export function createSourceHttp(
  { baseUrl, credentials }: SourceConfig,
  options: SourceOptions,
  { basePath = "", pathMark = "", scope = null }: { basePath?: string; pathMark?: string; scope?: string | null } = {},
): SourceHttp {
  const limits = { ...fetchLimits, ...options.limits };
  const given = sourceAddress(baseUrl, limits);
  const path = given.pathname.replace(/\/+$/, "");
  const base = new URL(given.origin);
  base.pathname = `${basePath && !(pathMark && path.includes(pathMark)) ? `${path}${basePath}` : path}/`;
  const sender = createSender(options.signal, limits);
  const sendPatiently = (url: URL, request: SourceRequest) =>
    withRetries(url, () => sender.send(url, request), limits, options);
  const token = accessToken(credentials, { send: sendPatiently, now: options.now, limits, scope });

  const get = async (url: URL, isRefused: boolean) =>
    sendPatiently(url, {
      method: "GET",
      headers: { authorization: `Bearer ${await token.get(isRefused)}`, accept: "application/json" },
    });

  return {
    base,
    limits,
    close: sender.close,
    async getJson(url) {
      let response = await get(url, false);
      if (response.status === 401 && token.canRenew) response = await get(url, true);
      refuseStatus(url, response.status);
      return { body: jsonOf(url, response.bytes), headers: response.headers };
    },
  };
}

/** Retries failed requests: at most `retries` times after errors, and after the delay that a busy source requests. */
async function withRetries(
  url: URL,
  send: () => Promise<SourceResponse>,
  limits: FetchLimits,
  { signal, now }: SourceOptions,
): Promise<SourceResponse> {
  let failures = 0;
  for (let times = 0; ; times += 1) {
    const response = await send().catch((error: unknown) => {
      const isPassing =
        error instanceof RosterSourceError && (error.code === "unreachable" || error.code === "cut_off");
      if (!isPassing || failures >= limits.retries) throw error;
      return null;
    });
    if (response && response.status !== 429 && response.status < 500) return response;
    const retryDelay = response ? retryAfter(response, now()) : null;
    if (retryDelay !== null && (retryDelay > limits.waitMs || times >= longestQueue)) throw tooMany(url, limits);
    if (retryDelay === null) {
      if (response && failures >= limits.retries) return refuseBusy(url, response, limits);
      failures += 1;
    }
    await wait(retryDelay ?? limits.retryMs * 2 ** (failures - 1), undefined, { signal }).catch(() =>
      signal.throwIfAborted(),
    );
  }
}

/** Milliseconds that a busy source asks us to wait; null if it gives no time. */
function retryAfter({ status, headers }: SourceResponse, now: Date): number | null {
  const text = headers["retry-after"];
  if ((status !== 429 && status !== 503) || text === undefined) return null;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}

function tooMany(url: URL, { waitMs }: FetchLimits): RosterSourceError {
  return new RosterSourceError("too_many_requests", { host: url.host, seconds: Math.ceil(waitMs / 1000) });
}

function refuseBusy(url: URL, response: SourceResponse, limits: FetchLimits): SourceResponse {
  if (response.status === 429) throw tooMany(url, limits);
  return response;
}

function refuseStatus(url: URL, status: number): void {
  const { host, pathname: path } = url;
  if (status === 200) return;
  if (status === 401 || status === 403) throw new RosterSourceError("unauthorised", { host });
  if (status === 404 || (status >= 300 && status < 400)) throw new RosterSourceError("not_found", { host, path });
  throw new RosterSourceError("server_error", { host, path, status });
}

function jsonOf(url: URL, bytes: Buffer): unknown {
  const malformed = new RosterSourceError("malformed_answer", { host: url.host, path: url.pathname });
  if (!isUtf8(bytes)) throw malformed;
  const text = bytes.toString("utf8");
  try {
    return JSON.parse(text);
  } catch {
    throw isTruncated(text) ? truncatedResponse(url) : malformed;
  }
}

/**
 * Whether a JSON document ends before its brackets are closed, as it does when a source without Content-Length closes the connection
 * early.
 */
function isTruncated(text: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index];
    if (isQuoted && letter === "\\") index += 1;
    else if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (letter === "{" || letter === "[") depth += 1;
    else if (letter === "}" || letter === "]") depth -= 1;
  }
  return depth > 0;
}
