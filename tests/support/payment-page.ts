import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { build } from "esbuild";
import { projectRoot } from "#server/project-root";
import type { StripeStandIn } from "./stripe-stand-in";

export type PaymentPage = {
  /** URL of a page that confirms an intent. */
  address(secret: string, options?: Record<string, string>): string;
  close(): Promise<void>;
};

/** Serves payment-form.tsx at its own origin, like a product that pays at the stand-in. */
export async function startPaymentPage(standIn: StripeStandIn): Promise<PaymentPage> {
  const { outputFiles } = await build({
    entryPoints: [path.join(projectRoot, "tests/support/payment-form.tsx")],
    bundle: true,
    write: false,
    format: "iife",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const origin = new URL(standIn.jsUrl).origin;
  const server = createServer((request, response) => {
    if (request.url === "/form.js") {
      response.setHeader("Content-Type", "text/javascript");
      return response.end(outputFiles[0]?.text);
    }
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    // As strict as the product's own pages: no inline script, no inline style.
    response.setHeader(
      "Content-Security-Policy",
      `default-src 'self'; script-src 'self' ${origin}; style-src 'self'; connect-src ${origin}; frame-src ${origin}`,
    );
    return response.end(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Pay</title><main><h1>Pay</h1><div id="root"></div></main>
<script src="${standIn.jsUrl}"></script><script src="/form.js"></script></html>`,
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    address(secret, options = {}) {
      return `http://127.0.0.1:${port}/?${new URLSearchParams({ secret, key: standIn.publishableKey, ...options })}`;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
