import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { StartRefused } from "#server/process/start-environment";

export type Listening = {
  server: Server;
  port: number;
  /** Sends every request from now on to the listener. */
  replaceListener(listener: RequestListener): void;
  /** Lets requests in flight finish, at most `patience` milliseconds, and takes no new ones. */
  close(patience: number): Promise<void>;
  /** Breaks off whatever is still in flight. */
  breakOff(): void;
};

/** While the product starts it is alive but not ready, which balancers ask for. */
const starting: RequestListener = (incoming, outgoing) => {
  const isAlive = incoming.url === "/healthz";
  outgoing.writeHead(isAlive ? 200 : 503, {
    "Content-Type": "text/plain",
    "Retry-After": "2",
    "Cache-Control": "no-store",
  });
  outgoing.end(isAlive ? "ok" : "Fabel is starting");
};

/** Takes the port before anything is started for it. Throws StartRefused with one line when it cannot be had. */
export async function listen(port: number, host: string | null): Promise<Listening> {
  let listener = starting;
  let isClosing = false;
  const inFlight = new Set<ServerResponse>();
  const server = createServer((incoming, outgoing) => {
    inFlight.add(outgoing);
    outgoing.once("close", () => {
      inFlight.delete(outgoing);
      // Its head may have promised to keep the connection before closing began.
      if (isClosing) setImmediate(() => server.closeIdleConnections());
    });
    if (isClosing) outgoing.shouldKeepAlive = false;
    listener(incoming, outgoing);
  });
  // Balancers keep connections for a minute; ours must last longer, or a request meets a closing one.
  server.keepAliveTimeout = 65_000;
  server.headersTimeout = 70_000;
  // A book of 512 MB takes longer than Node's five minutes over a slow line.
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
    async close(patience) {
      isClosing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Their connections must not stay open after the response, waiting for another request.
      for (const outgoing of inFlight) outgoing.shouldKeepAlive = false;
      const impatience = setTimeout(() => server.closeAllConnections(), patience);
      await closed;
      clearTimeout(impatience);
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
