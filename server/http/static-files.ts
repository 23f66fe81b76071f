import { readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import serveStatic from "serve-static";

/** Answers, or hands on to whatever comes after it. */
export type Middleware = (message: IncomingMessage, answer: ServerResponse, next: (error?: unknown) => void) => void;

/** The folder of the browser's files, or in development the middleware that makes them. */
export type BrowserFiles = { folder: string } | { middleware: Middleware };

export type FileServer = {
  /** Whether a path may be a file's; of all others the disk is never asked. */
  mayHave(path: string): boolean;
  serve: Middleware;
};

const aYear = 31_536_000;

/** Hashed files never change; a service worker and a manifest must be asked for each time; the rest may be kept shortly. */
export function createFileServer(files: BrowserFiles): FileServer {
  if ("middleware" in files) return { mayHave: () => true, serve: files.middleware };
  const assets = path.join(files.folder, "assets") + path.sep;
  const serve = serveStatic(files.folder, {
    index: false,
    redirect: false,
    setHeaders: (answer, file) =>
      void answer.setHeader("Cache-Control", file.startsWith(assets) ? forGood : keep(file)),
  });
  // A build's files never change: the disk is not asked whether a page is one of them.
  const names = new Set(readdirSync(files.folder));
  return { mayHave: (asked) => names.has(asked.split("/", 2)[1] ?? ""), serve };
}

const forGood = `public, max-age=${aYear}, immutable`;

function keep(file: string): string {
  return /(service-worker|sw)\.js$|\.webmanifest$|manifest\.json$/.test(file) ? "no-cache" : "public, max-age=3600";
}
