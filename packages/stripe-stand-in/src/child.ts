import path from "node:path";
import type { AccountSettings } from "./account";
import { listenStandIn } from "./listen";
import { createStandIn } from "./stand-in";

/** The stand-in as a child process. The parent sends its configuration; it reports its port, and exits when the parent exits for any reason. */
export type StandInStart = { accounts: AccountSettings[]; folder: string; port: number };
export type StandInReady = { port: number };

process.once("message", async ({ accounts, folder, port }: StandInStart) => {
  const files = path.join(import.meta.dirname, "browser");
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
