import type { ReadableStream as NodeStream } from "node:stream/web";
import { encodePath } from "~/epub/paths";
import { ServiceError } from "~/services/contracts/service-error";

/** Files of a book at the alternative book back end, over HTTP. docs/product/reader.md#access. */

/** Timeout in milliseconds until the back end's response begins. */
const timeLimit = 15_000;

/** Maximum bytes of a file that is read into memory: a document, a style sheet, a font. */
const largestWhole = 32 * 1024 * 1024;

/** A book's folder at the back end, and the policy that opens it. */
export type BackEndPlace = { folder: string; policy: string };

/**
 * Requests a file; redirects are not followed, so that no request leaves the back end.
 * @throws ServiceError 502 without a response, or for a redirect
 */
export async function requestFromBackEnd(
  { folder, policy }: BackEndPlace,
  path: string,
  init: { method?: "GET" | "HEAD"; range?: string | null } = {},
): Promise<Response> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeLimit);
  timer.unref();
  try {
    const response = await fetch(`${folder}${encodePath(path)}?${policy}`, {
      method: init.method ?? "GET",
      redirect: "manual",
      signal: abort.signal,
      // Prevent compression, because length and ranges are passed on to the client.
      headers: { "accept-encoding": "identity", ...(init.range ? { range: init.range } : {}) },
    });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw unreachable(`${response.status} for ${path}`);
    }
    return response;
  } catch (error) {
    throw error instanceof ServiceError ? error : unreachable(`No answer for ${path}`, error);
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a file; null if it does not exist. @throws ServiceError with the back end's status, 502 for its own failures */
export async function readBackEnd(place: BackEndPlace, path: string): Promise<Uint8Array | null> {
  const response = await requestFromBackEnd(place, path);
  if (response.status === 404) {
    await response.body?.cancel();
    return null;
  }
  if (!response.ok) throw await refusal(response, path);
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of (response.body as NodeStream<Uint8Array> | null) ?? []) {
      length += part.length;
      if (length > largestWhole) throw unreachable(`${path} is too long`);
      parts.push(part);
    }
  } catch (error) {
    throw error instanceof ServiceError ? error : unreachable(`${path} broke off`, error);
  }
  return Buffer.concat(parts);
}

/** Passes on the back end's 401, 403 and 404; any other failure becomes 502. */
export async function refusal(response: Response, path: string): Promise<ServiceError> {
  await response.body?.cancel();
  const { status } = response;
  if (status === 401 || status === 403 || status === 404) {
    return new ServiceError(status, "book_back_end", `The book back end answered ${status} for ${path}`);
  }
  return unreachable(`${status} for ${path}`);
}

function unreachable(message: string, cause?: unknown): ServiceError {
  return new ServiceError(502, "book_back_end", `The book back end: ${message}`, undefined, undefined, { cause });
}
