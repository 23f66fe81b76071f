import { readdirSync } from "node:fs";
import type { ServerResponse } from "node:http";
import path from "node:path";
import express from "express";

const aYear = 31_536_000;

/** The folder of the browser's files, or in development the middleware that makes them. */
export type BrowserFiles = { folder: string } | { middleware: express.RequestHandler };

/** Hashed files never change; a service worker and a manifest must be asked for each time; the rest may be kept shortly. */
export function serveFiles(app: express.Express, files: BrowserFiles): void {
  if ("middleware" in files) {
    app.use(files.middleware);
    return;
  }
  const keep = (value: string) => (answer: ServerResponse) => void answer.setHeader("Cache-Control", value);
  const assets = path.join(files.folder, "assets");
  app.use(
    "/assets",
    express.static(assets, { index: false, redirect: false, setHeaders: keep(`public, max-age=${aYear}, immutable`) }),
  );
  // A missing chunk is answered at once: the page that asks is of another version and reloads.
  app.use(
    "/assets",
    (_, answer) => void answer.status(404).set("Cache-Control", "no-store").type("text").send("Not found"),
  );
  const serve = express.static(files.folder, {
    index: false,
    redirect: false,
    setHeaders: (answer, file) => {
      const mustAsk = /(service-worker|sw)\.js$|\.webmanifest$|manifest\.json$/.test(file);
      keep(mustAsk ? "no-cache" : "public, max-age=3600")(answer);
    },
  });
  // A build's files never change: the disk is not asked whether a page is one of them.
  const names = new Set(readdirSync(files.folder));
  app.use((message, answer, next) =>
    names.has(message.path.split("/")[1] ?? "") ? serve(message, answer, next) : next(),
  );
}
