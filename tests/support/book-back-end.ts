import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { contentTypeOf } from "~/epub/content-types";
import { encodePath } from "~/epub/paths";
import { epubFiles } from "./make-epub";

/** An alternative book back end on another server: books in folders that require a policy, and new policies for a bearer token. */
export type BookBackEnd = {
  /** Value for BOOK_BACKEND_URL. */
  url: string;
  /** `{path}?{query}` of each request. */
  requests: string[];
  /** Authorization headers of the requests for a policy. */
  bearers: (string | undefined)[];
  /** The currently valid policy. */
  policy: string;
  /** Status codes to return instead: by path below the book's folder, or `policy`. */
  failures: Record<string, number>;
  close(): Promise<void>;
};

/** The initially valid policy of a back end. */
export const remoteBookPolicy = "Policy=now&Signature=s~-&Key-Pair-Id=K1";

/** Two chapters with a style sheet. */
export function remoteBook(): Map<string, string | Buffer> {
  const opf = String(epubFiles().get("EPUB/package.opf"))
    .replace("</manifest>", '<item id="two" href="two.xhtml" media-type="application/xhtml+xml"/></manifest>')
    .replace("</spine>", '<itemref idref="two"/></spine>');
  const two =
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Two</title></head><body><p>They lived happily.</p></body></html>';
  return epubFiles({
    "EPUB/package.opf": opf,
    "EPUB/two.xhtml": two,
    "EPUB/style.css": "p { text-transform: uppercase }",
  });
}

/** @param books files by path, by the name of the book's folder */
export async function bookBackEnd(
  books: Record<string, ReadonlyMap<string, string | Buffer>>,
  port = 0,
): Promise<BookBackEnd> {
  const backEnd: BookBackEnd = {
    url: "",
    requests: [],
    bearers: [],
    policy: remoteBookPolicy,
    failures: {},
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://back-end");
    backEnd.requests.push(pathname + search);
    const [, book = "", ...rest] = pathname.split("/").map(decodeURIComponent);
    const path = rest.join("/");
    const status = backEnd.failures[path];
    if (status !== undefined) return void response.writeHead(status).end();
    const files = books[book];
    if (!files) return void response.writeHead(404).end();
    if (path === "policy") {
      backEnd.bearers.push(request.headers.authorization);
      response.setHeader("content-type", "application/json");
      return void response.end(JSON.stringify({ policy: backEnd.policy }));
    }
    if (search.slice(1) !== backEnd.policy) return void response.writeHead(403).end();
    const file = files.get(path);
    if (file === undefined) return void response.writeHead(404).end();
    const data = Buffer.from(file);
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
    response.setHeader("content-type", contentTypeOf(path));
    response.setHeader("accept-ranges", "bytes");
    if (!range) {
      response.setHeader("content-length", data.length);
      return void response.end(request.method === "HEAD" ? undefined : data);
    }
    const from = Number(range[1]);
    const to = range[2] === "" ? data.length - 1 : Math.min(Number(range[2]), data.length - 1);
    response.setHeader("content-range", `bytes ${from}-${to}/${data.length}`);
    response.writeHead(206).end(data.subarray(from, to + 1));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  backEnd.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return backEnd;
}

/** Path of a request for a file in a book's folder. */
export function requestFor(book: string, path: string, policy: string): string {
  return `/${book}/${encodePath(path)}?${policy}`;
}
