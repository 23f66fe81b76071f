import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { largeSource, type SourceContent, smallSource } from "./roster-content";
import type { SourceFault } from "./roster-source";
import { oneRosterList, type SourceList, skolonList, ss12000List } from "./roster-source-lists";

/** The server of roster-source.ts. Prints one line of JSON with its URLs; accepts a port as argument. */

const clientId = "fabel-sync";
const clientSecret = "a secret of the source: €&+ 100 %";
const token = "token-of-the-source";
/** Maximum page size, regardless of the requested one. */
const largestPage = 5_000;
/** Small enough for a small list to have several pages. */
const repeatedPage = 4;

let content: SourceContent = smallSource();
let faults: SourceFault[] = [];
let requested: string[] = [];
let made = new Map<string, SourceList | null>();
/** The lists without people who left, by path. */
const present = new Map<string, SourceList["items"]>();
const counts = new Map<string, number>();

const server = createServer((request, response) => {
  void handle(request, response).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
});
server.listen(Number(process.argv[2] ?? 0), "127.0.0.1", () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bases = { oneRoster: url, skolon: `${url}/skolon`, ss12000: `${url}/v2.1` };
  console.log(JSON.stringify({ url, bases, tokenUrl: `${url}/oauth/token`, clientId, clientSecret }));
});

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://source");
  if (url.pathname === "/control") return control(request, response);
  requested.push(`${request.method} ${url.pathname}${url.search}`);
  const list = url.pathname.split("/").pop() ?? "";
  const count = counts.get(list) ?? 0;
  counts.set(list, count + 1);
  const fault = faults.find(
    ({ list: name, from = 0, times = Number.POSITIVE_INFINITY }) =>
      name === list && count >= from && count < from + times,
  );
  if (fault?.kind === "slow") await wait(fault.ms);
  if (fault?.kind === "status") return end(response, fault.status, { error: "told to" });
  if (fault?.kind === "busy") {
    if (fault.seconds !== undefined) response.setHeader("retry-after", String(fault.seconds));
    return end(response, 429, { error: "too many requests" });
  }
  if (fault?.kind === "redirect") return end(response, 302, {}, { location: fault.to });
  if (url.pathname === "/oauth/token") return giveToken(request, response);
  if (request.headers.authorization !== `Bearer ${token}`) return end(response, 401, { error: "invalid_token" });
  if (fault?.kind === "page") {
    response.writeHead(200, { "content-type": "text/html" });
    return void response.end("<!doctype html><title>Sign in</title>");
  }
  const found = listOf(url.pathname);
  if (!found) return end(response, 404, { error: "not found" });
  const { body, headers } = pageOf(url, found, fault, count);
  const json = JSON.stringify(body);
  if (fault?.kind === "cut") return cut(response, json, headers, fault.quietly ?? false);
  end(response, 200, json, headers);
}

async function control(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "PUT") return end(response, 200, requested);
  const order = JSON.parse(await text(request)) as { content?: SourceContent; large?: number; faults?: SourceFault[] };
  if (order.content) content = order.content;
  if (order.large) content = largeSource(order.large);
  faults = order.faults ?? [];
  requested = [];
  made = new Map();
  present.clear();
  counts.clear();
  end(response, 200, {});
}

async function giveToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const encoded = (value: string) => encodeURIComponent(value).replaceAll("%20", "+");
  const basic = Buffer.from(`${encoded(clientId)}:${encoded(clientSecret)}`).toString("base64");
  const form = new URLSearchParams(await text(request));
  const isRight = request.headers.authorization === `Basic ${basic}` && form.get("grant_type") === "client_credentials";
  if (!isRight) return end(response, 401, { error: "invalid_client" });
  end(response, 200, { access_token: token, token_type: "Bearer", expires_in: 3600 });
}

function listOf(path: string): SourceList | null {
  const [, version, oneRoster] = /^\/ims\/oneroster\/(?:rostering\/)?(v1p[12])\/(\w+)$/.exec(path) ?? [];
  const [, skolon] = /^\/skolon\/(\w+)$/.exec(path) ?? [];
  const [, ss12000] = /^\/v2\.1\/(\w+)$/.exec(path) ?? [];
  const make = () => {
    if (oneRoster) return oneRosterList(content, oneRoster, version === "v1p1" ? "1.1" : "1.2");
    if (skolon) return skolonList(content, skolon);
    return ss12000 ? ss12000List(content, ss12000) : null;
  };
  const known = made.get(path);
  const list = known === undefined ? make() : known;
  made.set(path, list);
  return list;
}

/** One page in the format of the path's standard. */
function pageOf(url: URL, { items: all, idField }: SourceList, fault: SourceFault | undefined, count: number) {
  const query = url.searchParams;
  const largest = fault?.kind === "repeat" ? repeatedPage : largestPage;
  const limit = Math.min(Number(query.get("limit") ?? 100), largest);
  const items = changedSince(url.pathname, all, query.get("filter"));
  const cursor = query.get("offset") ?? query.get("cursor") ?? query.get("pageToken") ?? "0";
  const offset = fault?.kind === "repeat" ? 0 : Number(cursor);
  const pageItems = items.slice(offset, offset + limit).map((item) => {
    return fault?.kind === "ids" ? { ...item, [idField]: `${String(item[idField])}-${count}` } : item;
  });
  const isLast = fault?.kind === "short" || offset + limit >= items.length;
  const next = isLast ? null : String(fault?.kind === "repeat" ? Number(cursor) + limit : offset + limit);
  const list = url.pathname.split("/").pop() ?? "";
  if (url.pathname.startsWith("/skolon/"))
    return { body: { items: pageItems, next, total: items.length }, headers: {} };
  if (url.pathname.startsWith("/v2.1/")) return { body: { data: pageItems, pageToken: next }, headers: {} };
  const link = new URL(url);
  link.searchParams.set("offset", next ?? "");
  const origin = fault?.kind === "link" ? fault.to : "";
  const links = next === null ? '</first>; rel="first"' : `<${origin}${link.pathname}${link.search}>; rel="next"`;
  return {
    body: { [list]: pageItems },
    // Version 1.1 sends the count, 1.2 also links.
    headers: {
      "x-total-count": String(items.length),
      ...(url.pathname.includes("v1p2") || fault ? { link: links } : {}),
    },
  };
}

/** Supports only `dateLastModified>'…'`. People who left are included in deltas only. */
function changedSince(path: string, items: SourceList["items"], filter: string | null): SourceList["items"] {
  const since = /^dateLastModified>'([^']+)'$/.exec(filter ?? "")?.[1];
  if (since !== undefined) return items.filter(({ dateLastModified }) => String(dateLastModified) > since);
  const known = present.get(path) ?? items.filter(({ status }) => status !== "tobedeleted");
  present.set(path, known);
  return known;
}

function end(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

function cut(response: ServerResponse, json: string, headers: Record<string, string>, quietly: boolean): void {
  const half = json.slice(0, json.length / 2);
  if (quietly) return void end(response, 200, half, { ...headers, connection: "close" });
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(json),
    ...headers,
  });
  response.write(half, () => response.destroy());
}
