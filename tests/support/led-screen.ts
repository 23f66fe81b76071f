import { type ClientRequest, type IncomingHttpHeaders, request } from "node:http";

/** Requests of a program that reads together, as the reader's page makes them. */

/** @param host with the port, e.g. `se.localhost:4000`; the request goes to the port on 127.0.0.1 */
export type LedClient = { host: string; cookie: string };

const portOf = ({ host }: LedClient) => Number(host.split(":")[1]);

/** Sends JSON, and returns the status with the JSON of the response. */
export function sendJson(
  client: LedClient,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any shape of the response
): Promise<{ status: number; body: any }> {
  const headers = {
    ...{ host: client.host, cookie: client.cookie, origin: `http://${client.host}` },
    ...(body && { "content-type": "application/json" }),
  };
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port: portOf(client), method, path, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, body: text === "" ? null : JSON.parse(text) }),
      );
    });
    sent.once("error", reject);
    sent.end(body && JSON.stringify(body));
  });
}

export type LedScreen = {
  headers: IncomingHttpHeaders;
  /** Everything received. */
  text(): string;
  /** Resolves when the stream has this text, with the time of its arrival in milliseconds; rejects if it ends before. */
  has(text: string): Promise<number>;
  /** Resolves when the server has closed the connection. */
  closed: Promise<void>;
  leave(): void;
};

/** Opens the stream of a led reading. */
export function openScreen(client: LedClient, id: string): Promise<LedScreen> {
  const headers = { host: client.host, cookie: client.cookie, "accept-encoding": "gzip, br" };
  const path = `/reader/together/${id}/turns`;
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = request({ host: "127.0.0.1", port: portOf(client), path, headers }, (response) => {
      let text = "";
      const waiting = new Set<() => void>();
      let isClosed = false;
      const look = () => {
        for (const each of waiting) each();
      };
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
        look();
      });
      response.on("error", () => undefined);
      const closed = new Promise<void>((done) => response.once("close", () => done()));
      void closed.then(() => {
        isClosed = true;
        look();
      });
      resolve({
        headers: response.headers,
        text: () => text,
        has: (wanted) =>
          new Promise((found, failed) => {
            const check = () => {
              if (text.includes(wanted)) found(performance.now());
              else if (isClosed) failed(new Error(`The stream ended without ${wanted}: ${text}`));
              else return;
              waiting.delete(check);
            };
            waiting.add(check);
            check();
          }),
        closed,
        leave: () => sent.destroy(),
      });
    });
    sent.once("error", reject);
    sent.end();
  });
}
