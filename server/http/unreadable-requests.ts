import { type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { commonHeaders, pagelessPolicy } from "./security-headers";

/** Statuses of Node's HTTP parser errors other than 400. */
const statuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Responds to requests that never reach the pipeline, as it would: those that Node's parser rejects, and those with an unknown Expect
 * header. Node's own responses have no security headers.
 * @param hasBegun whether a response is under way on a connection, which another one would corrupt
 */
export function respondToUnreadable(server: Server, hasBegun: (socket: Duplex) => boolean): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === "ECONNRESET" || hasBegun(socket)) return socket.destroy(error);
    const { status, headers, body } = unreadable(statuses[error.code ?? ""] ?? 400);
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
