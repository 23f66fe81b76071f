import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { StartRefused } from "#server/start-refused";
import { isEventStream } from "./event-stream";
import { commonHeaders, pagelessPolicy } from "./security-headers";

/** Statuses of Node's HTTP parser errors other than 400. */
const parserErrorStatuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

export type Listening = {
  server: Server;
  port: number;
  /** Replaces the listener for all further requests. */
  replaceListener(listener: RequestListener): void;
  /** Stops accepting requests and waits for requests in flight, at most `timeLimit` milliseconds. */
  close(timeLimit: number): Promise<void>;
  /** Closes all connections at once, including requests in flight. */
  breakOff(): void;
};

/** While the product starts, liveness checks succeed and everything else gets 503, for load balancers. */
const starting: RequestListener = (incoming, outgoing) => {
  const isAlive = incoming.url === "/healthz";
  outgoing.writeHead(isAlive ? 200 : 503, {
    ...commonHeaders({ isSecure: false }),
    "Content-Type": "text/plain",
    "Retry-After": "2",
    "Cache-Control": "no-store",
    "Content-Security-Policy": pagelessPolicy,
  });
  outgoing.end(isAlive ? "ok" : "Fabel is starting");
};

/** Binds the port before anything else is started. Throws StartRefused with a one-line message if the port is unavailable. */
export async function listen(port: number, host: string | null): Promise<Listening> {
  let listener = starting;
  let isClosing = false;
  const inFlight = new Set<ServerResponse>();
  // Without a Host header only health checks are served, which the pipeline decides.
  const server = createServer({ requireHostHeader: false }, (incoming, outgoing) => {
    inFlight.add(outgoing);
    outgoing.once("close", () => {
      inFlight.delete(outgoing);
      // Its head may have been sent with keep-alive before closing began.
      if (isClosing) setImmediate(() => server.closeIdleConnections());
    });
    if (isClosing) outgoing.shouldKeepAlive = false;
    listener(incoming, outgoing);
  });
  respondToUnreadable(server, (socket) => [...inFlight].some((each) => each.socket === socket && each.headersSent));
  // Longer than the idle timeout of load balancers (one minute), so that they never send a request on a closing connection.
  server.keepAliveTimeout = 65_000;
  server.headersTimeout = 70_000;
  // Uploading a book of 512 MB over a slow line takes longer than Node's default of five minutes.
  server.requestTimeout = 30 * 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host: host ?? undefined }, resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefused(refusal(error, port, host));
  });
  const address = server.address();
  return {
    server,
    port: typeof address === "object" && address ? address.port : port,
    replaceListener(next) {
      listener = next;
    },
    async close(timeLimit) {
      isClosing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // These connections must not stay open after their response, waiting for another request.
      for (const outgoing of inFlight) outgoing.shouldKeepAlive = false;
      // Event streams have no end of their own. Browsers open them again, at another process.
      for (const outgoing of inFlight) if (isEventStream(outgoing)) outgoing.destroy();
      const timer = setTimeout(() => server.closeAllConnections(), timeLimit);
      await closed;
      clearTimeout(timer);
    },
    breakOff: () => server.closeAllConnections(),
  };
}

function refusal(error: NodeJS.ErrnoException, port: number, host: string | null): string {
  const where = `port ${port}${host ? ` of ${host}` : ""}`;
  if (error.code === "EADDRINUSE") return `${capital(where)} is taken by another program: set PORT to a free one`;
  if (error.code === "EACCES") return `${capital(where)} may not be used by this account: set PORT to one above 1023`;
  return `${capital(where)} cannot be used (${error.message}): set HOST and PORT`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Responds to requests that never reach the pipeline, as it would: those that Node's parser rejects, and those with an unknown Expect
 * header. Node's own responses have no security headers.
 * @param hasBegun whether a response is under way on a connection, which another one would corrupt
 */
function respondToUnreadable(server: Server, hasBegun: (socket: Duplex) => boolean): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === "ECONNRESET" || hasBegun(socket)) return socket.destroy(error);
    const { status, headers, body } = unreadable(parserErrorStatuses[error.code ?? ""] ?? 400);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n");
    socket.end(head, () => socket.destroy());
  });
  server.on("checkExpectation", (_, outgoing) => {
    const { status, headers, body } = unreadable(417);
    outgoing.writeHead(status, headers).end(body);
  });
}

function unreadable(status: number): { status: number; headers: Record<string, string>; body: string } {
  const body = JSON.stringify({ error: "bad_request", message: STATUS_CODES[status] });
  const headers = {
    ...commonHeaders({ isSecure: false }),
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": pagelessPolicy,
    "Content-Length": String(Buffer.byteLength(body)),
    Connection: "close",
  };
  return { status, headers, body };
}
