import { readdirSync } from "node:fs";
import path from "node:path";
import { createMiddleware } from "hono/factory";
import serveStatic from "serve-static";
import { type ConnectMiddleware, fromConnect } from "./connect";
import type { PipelineEnv } from "./request-context";

/** The folder with the browser's files, or in development the middleware that generates them. */
export type BrowserFiles = { folder: string } | { middleware: ConnectMiddleware };

const serviceWorker = /[/\\]service-worker\.js$/;
const immutable = "public, max-age=31536000, immutable";

/** Hashed files are immutable for a year; service workers and manifests are revalidated each time; others are cached for an hour. */
export function staticFiles(files: BrowserFiles) {
  if ("middleware" in files) return fromConnect(files.middleware);
  const assets = path.join(files.folder, "assets") + path.sep;
  const serve = fromConnect(
    serveStatic(files.folder, {
      index: false,
      redirect: false,
      setHeaders(outgoing, file) {
        outgoing.setHeader("Cache-Control", file.startsWith(assets) ? immutable : shortCache(file));
        if (serviceWorker.test(file))
          outgoing.setHeader("Content-Security-Policy", "default-src 'none'; connect-src 'self'");
      },
    }) as ConnectMiddleware,
  );
  // A build's files never change, so other paths need no disk access.
  const names = new Set(readdirSync(files.folder));
  return createMiddleware<PipelineEnv>((c, next) =>
    names.has(c.req.path.split("/", 2)[1] ?? "") ? serve(c, next) : next(),
  );
}

function shortCache(file: string): string {
  return serviceWorker.test(file) || /\.webmanifest$|manifest\.json$/.test(file) ? "no-cache" : "public, max-age=3600";
}
