import { contentTypeOf } from "~/epub/content-types";
import { fileHeaders, folderCookie, policyOfCookie } from "~/services/.server/library/content";
import { ServiceError } from "~/services/contracts/service-error";
import type { BackEndBooks } from "./back-end-books";
import { type BackEndPlace, refusal, requestFromBackEnd } from "./back-end-files";
import { hasPolicy, isBelow } from "./file-url";

/** Path below the service's base, followed by `{folder}/` (the encoded folder at the back end) and the book's own paths. */
export const backEndRoot = "/back-end";

/** Lifetime in seconds of the policy cookie for resources that documents load; the back end decides when the policy expires. */
const cookieSeconds = 30 * 60;

/** Our address of a folder at the back end, with a slash at its end. */
export function servedFolder(origin: string, folder: string): string {
  return `${origin}/services/library${backEndRoot}/${Buffer.from(folder).toString("base64url")}/`;
}

/**
 * Serves a file of a book at the back end from our own origin: documents sanitised, other files unchanged, with ranges. Each file
 * is requested with the reader's own policy, so that the back end decides about access.
 * @param path `{folder}/…` as in the address, still encoded
 */
export async function serveBackEnd(
  request: Request,
  path: string,
  backEnd: string | null,
  books: BackEndBooks,
): Promise<Response> {
  try {
    return await respond(request, path, backEnd, books);
  } catch (error) {
    if (error instanceof ServiceError) return problem(error.status, error.code, error.message);
    throw error;
  }
}

async function respond(request: Request, path: string, backEnd: string | null, books: BackEndBooks): Promise<Response> {
  const [encoded = "", ...rest] = path.split("/");
  const folder = Buffer.from(encoded, "base64url").toString();
  const name = decodePath(rest);
  if (backEnd === null || name === null || !isBelow(folder, backEnd)) return problem(404, "not_found", "No such file");
  const url = new URL(request.url);
  const query = url.search.slice(1);
  const policy = hasPolicy(query) ? query : policyOfCookie(request.headers.get("cookie"));
  if (policy === null || !hasPolicy(policy)) return problem(403, "forbidden", "This address is not signed");
  const place: BackEndPlace = { folder, policy };
  const ownFolder = servedFolder(url.origin, folder);
  const headers = fileHeaders(name, ownFolder);
  const prepared = await books.open(place);
  if (hasPolicy(query)) headers.set("set-cookie", folderCookie(ownFolder, policy, cookieSeconds));
  const content = prepared.sanitised.get(name);
  if (content) {
    // A page generated around a picture does not exist at the back end, so opening the book is the only check.
    if (prepared.paths.has(name)) {
      const original = await requestFromBackEnd(place, name);
      if (!original.ok) throw await refusal(original, name);
      await original.body?.cancel();
    }
    headers.set("content-length", String(content.length));
    return new Response(request.method === "HEAD" ? null : new Uint8Array(content), { headers });
  }
  // Documents that the manifest does not list were never sanitised.
  if (prepared.removed.has(name) || /xhtml|html|svg|javascript/.test(contentTypeOf(name))) {
    return problem(404, "not_found", "There is no such file in this book");
  }
  const method = request.method === "HEAD" ? "HEAD" : "GET";
  const response = await requestFromBackEnd(place, name, { method, range: request.headers.get("range") });
  if (!response.ok && response.status !== 416) throw await refusal(response, name);
  for (const each of ["content-length", "content-range", "etag", "last-modified"]) {
    const value = response.headers.get(each);
    if (value !== null) headers.set(each, value);
  }
  headers.set("accept-ranges", response.headers.get("accept-ranges") ?? "bytes");
  return new Response(response.body, { status: response.status, headers });
}

/** @returns null for a path that leaves the folder or cannot be decoded */
function decodePath(segments: string[]): string | null {
  try {
    const decoded = segments.map(decodeURIComponent);
    const isOdd = decoded.some((each) => each === "" || each === "." || each === ".." || /[/\\]/.test(each));
    return isOdd || decoded.length === 0 ? null : decoded.join("/").normalize("NFC");
  } catch {
    return null;
  }
}

function problem(status: number, error: string, message: string): Response {
  return Response.json({ error, message }, { status, headers: { "cache-control": "no-store" } });
}
