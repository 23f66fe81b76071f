import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

export type Contenders = { origin: string; stop(): Promise<void> };

/**
 * Serves what the reader is measured against: epub.js on the archive (`/archive`) and on the unpacked folder (`/folder`), and the
 * floor (`/floor`): the first document in a bare frame.
 * @param archive the packed book; `files` the same unpacked, with `first` the path of its first document
 */
export async function serveContenders(
  archive: Buffer,
  files: Map<string, string | Buffer>,
  first: string,
): Promise<Contenders> {
  const epubjs = await readFile(join(dirname(require.resolve("epubjs/package.json")), "dist/epub.min.js"));
  const jszip = await readFile(join(dirname(require.resolve("jszip/package.json")), "dist/jszip.min.js"));
  const pages: Record<string, string> = {
    "/archive": epubjsPage("/book.epub"),
    "/folder": epubjsPage("/book/EPUB/package.opf"),
    "/floor": `<!doctype html><body style="margin:0"><iframe style="border:0;width:600px;height:800px" srcdoc="${frameOf(files, first)}"></iframe>`,
    "/start": '<!doctype html><a href="/archive">archive</a> <a href="/folder">folder</a> <a href="/floor">floor</a>',
  };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    const page = pages[path];
    const file =
      path === "/book.epub"
        ? archive
        : path === "/epub.js"
          ? epubjs
          : path === "/jszip.js"
            ? jszip
            : files.get(path.replace("/book/", ""));
    const body = page ?? file;
    if (body === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": page ? "text/html; charset=utf-8" : typeOf(path) }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function epubjsPage(book: string): string {
  return `<!doctype html><meta charset="utf-8"><script src="/jszip.js"></script><script src="/epub.js"></script>
<body style="margin:0"><div id="view" style="width:100vw;height:100vh"></div>
<script>ePub("${book}").renderTo("view", { width: "100%", height: "100%", spread: "none" }).display()</script>`;
}

function frameOf(files: Map<string, string | Buffer>, first: string): string {
  const folder = first.slice(0, first.lastIndexOf("/") + 1);
  const document = String(files.get(first) ?? "").replace("<head>", `<head><base href="/book/${folder}"/>`);
  return document.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
}

function typeOf(path: string): string {
  const types: Record<string, string> = {
    js: "text/javascript",
    xhtml: "application/xhtml+xml",
    opf: "application/oebps-package+xml",
    xml: "application/xml",
    png: "image/png",
    css: "text/css",
    epub: "application/epub+zip",
  };
  return types[path.split(".").pop() ?? ""] ?? "application/octet-stream";
}
