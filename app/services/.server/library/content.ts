import { contentTypeOf } from "~/epub/content-types";
import { rangeOf } from "./byte-range";
import { namesPolicy, type SignedPolicy, signedPolicyOf } from "./content-policy";
import { isPolicyValidFor } from "./signing";
import type { SigningKeys } from "./signing-keys";
import type { BookStorage, StoredFile } from "./storage";

/** Path below the service's base, followed by `{bookId}/{version}/` and the book's own paths. */
export const contentRoot = "/content";
const servicePath = "/services/library";
/** Path of all our content, with a slash at its end. */
export const contentPath = `${servicePath}${contentRoot}/`;

/** The folder of a book's version, with a slash at its end. `origin` may be the content's own. */
export function folderUrl(origin: string, bookId: string, version: string): string {
  return `${origin}${servicePath}${contentRoot}/${bookId}/${version}/`;
}

/** Browsers accept `__Secure-` names over HTTPS only; http localhost uses the plain name. docs/security.md, line 2. */
function cookieName(isSecure: boolean): string {
  return isSecure ? "__Secure-fabel-content" : "fabel-content";
}

/**
 * The cookie that authorises a document's own requests (style sheets, fonts, pictures): HttpOnly, limited to the book version's path.
 * @param policy the query string of the signed policy
 */
export function folderCookie(folder: string, policy: string, seconds: number): string {
  const url = new URL(folder);
  const isSecure = url.protocol === "https:";
  const value = Buffer.from(policy).toString("base64url");
  const attributes = [`Path=${url.pathname}`, `Max-Age=${seconds}`, "HttpOnly", "SameSite=Lax"];
  return [`${cookieName(isSecure)}=${value}`, ...attributes, ...(isSecure ? ["Secure"] : [])].join("; ");
}

/** The query string in the cookie; null without one. */
export function policyOfCookie(header: string | null): string | null {
  for (const name of [cookieName(true), cookieName(false)]) {
    const value = new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9_-]+)`).exec(header ?? "")?.[1];
    if (value) return Buffer.from(value, "base64url").toString();
  }
  return null;
}

function policyFromCookie(header: string | null): SignedPolicy | null {
  const policy = policyOfCookie(header);
  return policy === null ? null : signedPolicyOf(new URLSearchParams(policy));
}

/**
 * Serves a file of a book: 403 without a valid policy, 404 for an unknown file, ranges as in RFC 9110.
 * @param path `{bookId}/{version}/…` as in the address, still encoded
 */
export async function serveContent(
  request: Request,
  path: string,
  storage: BookStorage,
  keys: SigningKeys,
): Promise<Response> {
  const url = new URL(request.url);
  const signed = namesPolicy(url.searchParams)
    ? signedPolicyOf(url.searchParams)
    : policyFromCookie(request.headers.get("cookie"));
  const publicKey = signed ? await keys.publicKey(signed.keyPairId) : null;
  const address = { host: url.host, path: `${servicePath}${contentRoot}/${path}` };
  if (!signed || !publicKey || !isPolicyValidFor(signed, publicKey, address, new Date())) {
    return problem(403, "forbidden", "This address is not signed, or no longer");
  }
  const [bookId = "", version = "", ...rest] = path.split("/");
  const name = decodePath(rest);
  const file = name === null ? null : await storage.open(bookId, version, name);
  if (!file || name === null) return problem(404, "not_found", "There is no such file in this book");
  const headers = contentHeaders(file, name, `${url.origin}${servicePath}${contentRoot}/${bookId}/${version}/`);
  return respond(request, file, headers);
}

function decodePath(segments: string[]): string | null {
  try {
    return segments.map(decodeURIComponent).join("/").normalize("NFC");
  } catch {
    return null;
  }
}

/** Content security policy of a document: resources from its own folder only; no scripts, forms or connections. */
export function documentPolicy(folder: string): string {
  return [
    "default-src 'none'",
    "script-src 'none'",
    `style-src ${folder} 'unsafe-inline' data: blob:`,
    `img-src ${folder} data: blob:`,
    `font-src ${folder} data: blob:`,
    `media-src ${folder} data: blob:`,
    `frame-src ${folder} blob:`,
    "object-src 'none'",
    "connect-src 'none'",
    "form-action 'none'",
  ].join("; ");
}

function contentHeaders(file: StoredFile, name: string, folder: string): Headers {
  const headers = fileHeaders(name, folder);
  headers.set("accept-ranges", "bytes");
  headers.set("etag", `"${file.size.toString(36)}-${file.modified.getTime().toString(36)}"`);
  headers.set("last-modified", file.modified.toUTCString());
  return headers;
}

/**
 * Headers of a book's file, for any storage: documents run no scripts and load only from their own folder, and unknown types are
 * never displayed. docs/security.md.
 * @param folder the address of the book's folder, with a slash at its end
 */
export function fileHeaders(name: string, folder: string): Headers {
  const type = contentTypeOf(name);
  const headers = new Headers({
    "content-type": type,
    "cache-control": "private, max-age=3600",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  });
  if (/xml|svg|html/.test(type)) {
    headers.set("content-security-policy", `${documentPolicy(folder)}; frame-ancestors 'self'`);
  }
  if (type === "application/octet-stream") headers.set("content-disposition", "attachment");
  return headers;
}

function respond(request: Request, file: StoredFile, headers: Headers): Response {
  const isHead = request.method === "HEAD";
  if (request.headers.get("if-none-match") === headers.get("etag")) return new Response(null, { status: 304, headers });
  const requested = rangeOf(request.headers.get("range"), file.size);
  if (requested.kind === "unsatisfiable") {
    headers.set("content-range", `bytes */${file.size}`);
    return new Response(null, { status: 416, headers });
  }
  if (requested.kind === "whole") {
    headers.set("content-length", String(file.size));
    return new Response(isHead ? null : file.read(), { status: 200, headers });
  }
  const { start, end } = requested.range;
  headers.set("content-range", `bytes ${start}-${end}/${file.size}`);
  headers.set("content-length", String(end - start + 1));
  return new Response(isHead ? null : file.read(requested.range), { status: 206, headers });
}

function problem(status: number, error: string, message: string): Response {
  return Response.json({ error, message }, { status, headers: { "cache-control": "no-store" } });
}
