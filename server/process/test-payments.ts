import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import type { StandInReady, StandInStart } from "#packages/stripe-stand-in/src/child";
import type { ProcessLog } from "#server/http/process-log";
import { type Environment, readEnvironment } from "~/environment.server";
import { standInAccounts } from "./test-payment-accounts";

export type TestPayments = {
  /** The environment with the stand-in's keys and addresses. */
  environment: Environment;
  /** Origin of the stand-in, e.g. `http://127.0.0.1:41234`. */
  origin: string;
  stop(): Promise<void>;
};

/** Whether a demo uses the stand-in: not with real keys or another provider. */
export function usesTestPayments({ demo, stripe, serviceUrls }: Environment): boolean {
  const hasKeys = Object.keys(stripe.secretKeys).length + Object.keys(stripe.publishableKeys).length > 0;
  return demo && !hasKeys && stripe.apiBase === null && stripe.jsUrl === null && serviceUrls.PAYMENT === null;
}

/**
 * Starts the stand-in for the payment provider and adds its keys to the environment of this process, where the composition root reads
 * them. Its state is in DATA_DIR/test-payments. docs/decisions/0046-stripe-stand-in.md.
 * @param productPort the product's port, which receives the events
 */
export async function startTestPayments(
  environment: Environment,
  productPort: number,
  log: ProcessLog,
): Promise<TestPayments | null> {
  const program = path.join(import.meta.dirname, "stripe-stand-in/child.js");
  if (!usesTestPayments(environment) || !existsSync(program)) return null;
  const host = environment.host === null || environment.host === "0.0.0.0" ? "127.0.0.1" : environment.host;
  const product = `${host.includes(":") ? `[${host}]` : host}:${productPort}`;
  const { settings, environment: lent } = standInAccounts({
    product: `http://${product}`,
    publicOrigin: (realm) => environment.origins[realm] ?? `http://${realm}.localhost:${productPort}`,
  });
  const folder = path.join(environment.dataDir, "test-payments");
  let isStopping = false;
  let child: ChildProcess;
  let port = 0;

  const start = async () => {
    // Do not inherit the parent's exec arguments, which are for a page server.
    child = fork(program, { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
    child.send({ accounts: settings, folder, port } satisfies StandInStart);
    const [ready] = (await Promise.race([once(child, "message"), ended(child)])) as [StandInReady];
    port = ready.port;
    child.once("exit", (code, signal) => {
      if (isStopping) return;
      log.error({ code, signal }, "the stand-in for the payment provider ended; it is started again");
      start().catch((error: unknown) => log.error({ err: error }, "the stand-in for the payment provider is lost"));
    });
  };
  await start();

  const origin = `http://127.0.0.1:${port}`;
  Object.assign(process.env, lent, { STRIPE_API_BASE: origin, STRIPE_JS_URL: "/test-payments/stripe.js" });
  // The stand-in sends its events to the address that this process listens on, whatever the public origins are.
  process.env.SERVICE_HOSTS = [...environment.serviceHosts, product].join(",");
  return {
    environment: readEnvironment(),
    origin,
    async stop() {
      isStopping = true;
      const gone = child.exitCode !== null || child.signalCode !== null ? null : once(child, "exit");
      if (child.connected) child.disconnect();
      await gone;
    },
  };
}

async function ended(child: ChildProcess): Promise<never> {
  const [code] = (await once(child, "exit")) as [number | null];
  throw new Error(`The stand-in for the payment provider ended with ${code} before it was ready`);
}
