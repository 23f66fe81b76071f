import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

export type Contenders = { origin: string; stop(): Promise<void> };

/**
 * Serves the readers that ours is compared with: epub.js with the archive (`/archive`) and with the unpacked folder
 * (`/folder`), and the floor (`/floor`): the first document inlined in a bare frame; `/frames` is a bare frame with
 * page turns. Pages with page turns have `window.turn()`.
 * @param archive the packed book; `files` are the same unpacked
 * @param documents paths of the spine's documents
 */
export async function serveContenders(
  archive: Buffer,
  files: Map<string, string | Buffer>,
  documents: readonly string[],
): Promise<Contenders> {
  const first = documents[0] ?? "";
  const epubjs = await readFile(join(dirname(require.resolve("epubjs/package.json")), "dist/epub.min.js"));
  const jszip = await readFile(join(dirname(require.resolve("jszip/package.json")), "dist/jszip.min.js"));
  const pages: Record<string, string> = {
    "/archive": epubjsPage("/book.epub"),
    "/folder": epubjsPage("/book/EPUB/package.opf"),
    "/floor": `<!doctype html><body style="margin:0"><iframe style="border:0;width:600px;height:800px" srcdoc="${frameOf(files, first)}"></iframe>`,
    "/frames": framesPage(documents),
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
<script>window.rendition = ePub("${book}").renderTo("view", { width: "100%", height: "100%", spread: "none" });
rendition.display(); window.turn = () => { rendition.next() }</script>`;
}

/** A frame that shows a document in columns, scrolls by a page, and loads the next document at the end. Nothing is preloaded. */
function framesPage(documents: readonly string[]): string {
  const columns =
    "html{height:100vh;box-sizing:border-box;padding:40px 0;columns:100vw auto;column-gap:0;overflow:hidden}body{margin:0;padding:0 80px}";
  return `<!doctype html><meta charset="utf-8"><body style="margin:0"><iframe id="frame" style="border:0;width:100vw;height:100vh" src="/book/${documents[0]}"></iframe>
<script>
const documents = ${JSON.stringify(documents)}; let at = 0; const frame = document.getElementById("frame");
function applyStyles() {
  const content = frame.contentDocument;
  if (content.querySelector("img[data-mark]")) return;
  const style = content.createElementNS("http://www.w3.org/1999/xhtml", "style");
  style.textContent = ${JSON.stringify(columns)}; content.head.append(style);
}
frame.addEventListener("load", applyStyles);
window.turn = () => {
  const root = frame.contentDocument.documentElement;
  if (root.scrollLeft + innerWidth < root.scrollWidth - 2) root.scrollLeft += innerWidth;
  else frame.src = "/book/" + documents[++at];
};
</script>`;
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
