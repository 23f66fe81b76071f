import { createPartialResponse } from "workbox-range-requests";
import { isFullDisk } from "./full-disk";
import {
  isShellCache,
  leavingCache,
  mayLogOut,
  offlineCacheName,
  offlineFileAddress,
  offlineFileOf,
  offlinePath,
  offlineStandIn,
  shellCache,
  signedOutPath,
} from "./offline-address";
import { accessTo } from "./offline-book";
import { offlineBooks } from "./offline-books-database.client";
import { removeAllOfflineBooks } from "./remove-offline-book.client";
import type { SessionHolder } from "./session-holder";

/**
 * The service worker. It serves offline books, the offline page with its scripts and styles, and, only without network,
 * redirects for pages of the shelf and the reader. It responds to nothing else, and stores no personal page.
 * docs/product/reader.md#offline; decision 52.
 */

/** Inserted by the build: the files of the offline page, and a hash of them. scripts/build.mjs. */
declare const __SHELL_FILES__: readonly string[];
declare const __SHELL_BUILD__: string;

type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void };
type WorkerFetchEvent = WorkerEvent & { request: Request; respondWith(response: Promise<Response>): void };
type WorkerMessageEvent = WorkerEvent & { data: unknown; ports: readonly MessagePort[] };

/** The part of the worker's global scope in use; the pages' types only know windows. */
type WorkerScope = {
  addEventListener(type: "install" | "activate", listener: (event: WorkerEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: WorkerFetchEvent) => void): void;
  addEventListener(type: "message", listener: (event: WorkerMessageEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  location: Location;
};

const worker = self as unknown as WorkerScope;
const shell = new Set([offlinePath, ...__SHELL_FILES__]);
const ownShell = shellCache(__SHELL_BUILD__);

// A new version waits until no page of the old one is open, since open readers need the files they were built with.
worker.addEventListener("install", (event) => event.waitUntil(fillShellIfNeeded()));

worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));

worker.addEventListener("message", (event) => {
  if (event.data === "take-over") event.waitUntil(worker.skipWaiting());
  if (event.data !== "prepare") return;
  const [port] = event.ports;
  const filled = fillShell().then(
    () => port?.postMessage("ready"),
    (error: unknown) => port?.postMessage(isFullDisk(error) ? "full" : `failed: ${String(error)}`),
  );
  event.waitUntil(filled);
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== worker.location.origin || !/^(GET|HEAD)$/.test(request.method)) return;
  const file = offlineFileOf(url.pathname);
  if (file) event.respondWith(offlineFile(file, request));
  else if (shell.has(url.pathname)) event.respondWith(shellFile(url.pathname, request));
  else if (request.mode === "navigate" && request.destination === "document") navigate(event, url.pathname);
});

function navigate(event: WorkerFetchEvent, pathname: string): void {
  if (mayLogOut(pathname)) {
    const response = fetch(event.request);
    const left = response.then((response) => noteLeft(pathname, response), leaveWithoutNetwork);
    event.respondWith(left);
    event.waitUntil(left.then(() => response.then(removeIfLeft, () => undefined)));
    return;
  }
  const standIn = offlineStandIn(pathname);
  if (standIn) event.respondWith(pageOr(standIn, event.request));
}

/** A personal page from the network. After an offline sign-out, signing out on the server comes first. */
async function pageOr(standIn: string, request: Request): Promise<Response> {
  if (await caches.has(leavingCache)) return Response.redirect(new URL("/logout", worker.location.origin), 302);
  return fetch(request).catch(() => redirectTo(standIn));
}

/** Clears the sign-out flag once the server has ended the session. */
async function noteLeft(pathname: string, response: Response): Promise<Response> {
  if (response.status < 500 && pathname.startsWith("/logout")) await caches.delete(leavingCache);
  return response;
}

/** Signing out without a network clears this device at once; the session is ended when the server is available again. */
async function leaveWithoutNetwork(): Promise<Response> {
  await caches.open(leavingCache);
  await removeAllOfflineBooks(true);
  return redirectTo(signedOutPath);
}

/** A book's file, for the current user only. Players request byte ranges of audio and video. */
async function offlineFile(
  { offlineId, href }: { offlineId: string; href: string },
  request: Request,
): Promise<Response> {
  const [book, holder] = await Promise.all([offlineBooks.find(offlineId), offlineBooks.holder()]);
  if (!book || accessTo(book, holder, Date.now()) !== "open") return missing();
  const stored = await caches.match(offlineFileAddress(offlineId, href), {
    cacheName: offlineCacheName(offlineId),
    ignoreVary: true,
  });
  if (!stored) return missing();
  if (request.method === "HEAD") return new Response(null, { headers: stored.headers });
  return request.headers.has("range") ? createPartialResponse(request, stored) : stored;
}

function missing(): Response {
  return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
}

async function shellFile(pathname: string, request: Request): Promise<Response> {
  return (await storedShellFile(pathname)) ?? fetch(request);
}

function storedShellFile(pathname: string): Promise<Response | undefined> {
  return caches.match(pathname, { cacheName: ownShell, ignoreVary: true });
}

async function redirectTo(address: string): Promise<Response> {
  return (await storedShellFile(offlinePath))
    ? Response.redirect(new URL(address, worker.location.origin), 302)
    : Response.error();
}

/** An update fills its shell only on a device with offline books. */
async function fillShellIfNeeded(): Promise<void> {
  if ((await offlineBooks.all()).length > 0) await fillShell();
}

/** Fetches the missing files of the offline page without cookies, so that they contain no personal data. */
async function fillShell(): Promise<void> {
  const cache = await caches.open(ownShell);
  const missingFiles: string[] = [];
  for (const path of shell) if (!(await cache.match(path, { ignoreVary: true }))) missingFiles.push(path);
  const fetchInto = async (path: string) => {
    const response = await fetch(path, { credentials: "omit", cache: path === offlinePath ? "no-store" : "default" });
    if (!response.ok || response.redirected) throw new Error(`${response.status} for ${path}`);
    await cache.put(path, response);
  };
  await Promise.all(missingFiles.map(fetchInto));
}

async function takeOver(): Promise<void> {
  for (const name of await caches.keys()) if (isShellCache(name) && name !== ownShell) await caches.delete(name);
  await worker.clients.claim();
}

/**
 * After a page that may have ended the session: asks the server whether it did. In the public library, requests with an
 * audio aid keep their session.
 */
async function removeIfLeft(): Promise<void> {
  const [there, holder] = await Promise.all([fetchHolder(), offlineBooks.holder()]);
  if (there?.isActing) return;
  if (!there?.holder || there.holder.uid !== holder?.uid) await removeAllOfflineBooks();
}

async function fetchHolder(): Promise<SessionHolder | null> {
  try {
    const response = await fetch("/reader/holder", { cache: "no-store" });
    return response.ok ? ((await response.json()) as SessionHolder) : null;
  } catch {
    return null;
  }
}
