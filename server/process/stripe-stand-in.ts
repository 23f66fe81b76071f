import path from "node:path";
import type { AccountSettings } from "#server/stripe-stand-in/account";
import { listenStandIn } from "#server/stripe-stand-in/listen";
import { createStandIn } from "#server/stripe-stand-in/stand-in";

/**
 * The stand-in for the payment provider, in a child process of a demo (test-payments.ts starts it). The parent sends its configuration;
 * it reports its port, and exits when the parent exits for any reason.
 */
export type StandInStart = { accounts: AccountSettings[]; folder: string; port: number };
export type StandInReady = { port: number };

process.once("message", async ({ accounts, folder, port }: StandInStart) => {
  const files = path.join(import.meta.dirname, "stripe-stand-in");
  const standIn = createStandIn({ accounts, folder, files });
  const listening = await listenStandIn(standIn, port);
  const stop = () => void listening.close().then(() => process.exit(0));
  process.once("disconnect", stop);
  process.once("SIGTERM", stop);
  process.send?.({ port: listening.port } satisfies StandInReady);
});

// Ctrl-C signals parent and child alike, but the parent still needs the stand-in for requests in flight.
process.on("SIGINT", () => undefined);
process.on("SIGHUP", () => undefined);
