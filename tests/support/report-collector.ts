import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";

export type ReportCollector = {
  /** Value for SENTRY_DSN. */
  dsn: string;
  /** GET returns all reports as one text. */
  url: string;
  stop(): void;
};

/** An error reporting server: receives the product's reports and shows them to tests in any process. */
export async function startReportCollector(): Promise<ReportCollector> {
  const reports: string[] = [];
  const server = createServer((message, response) => {
    if (message.method === "GET") return void response.end(reports.join("\n"));
    const chunks: Buffer[] = [];
    message.on("data", (chunk: Buffer) => chunks.push(chunk));
    message.on("end", () => {
      const body = Buffer.concat(chunks);
      reports.push((message.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString());
      response.end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { dsn: `http://key@${host}/1`, url: `http://${host}`, stop: () => void server.close() };
}
