import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import type { StandIn } from "./stand-in";

export type ListeningStandIn = { port: number; close(): Promise<void> };

/** Serves a stand-in on the loopback address only. */
export async function listenStandIn(standIn: StandIn, port: number): Promise<ListeningStandIn> {
  const listener = getRequestListener((request, bindings) => standIn.fetch(request, bindings as HttpBindings), {
    overrideGlobalObjects: false,
  });
  const server = createServer(listener as RequestListener);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      standIn.close();
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
