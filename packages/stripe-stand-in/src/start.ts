import type { AccountSettings } from "./account";
import { listenStandIn } from "./listen";
import { createStandIn, type StandIn } from "./stand-in";

export type StartedStandIn = Pick<StandIn, "clock" | "faults" | "webhooks"> & {
  /** Origin of the API, e.g. `http://127.0.0.1:12111`. The browser's script is at `/test-payments/stripe.js` below it. */
  origin: string;
  close(): Promise<void>;
};

/**
 * Starts the stand-in in this process, on the loopback address.
 * @param port 0 for any free one
 * @param folder in which the state is stored; null to store it in memory
 * @param files folder with the built browser scripts; null to bundle them on demand
 */
export async function startStandIn({
  accounts,
  port,
  folder = null,
  files = null,
}: {
  accounts: AccountSettings[];
  port: number;
  folder?: string | null;
  files?: string | null;
}): Promise<StartedStandIn> {
  const standIn = createStandIn({ accounts, folder, files });
  const listening = await listenStandIn(standIn, port);
  const origin = `http://127.0.0.1:${listening.port}`;
  for (const account of standIn.accounts) account.setPublicOrigin(origin);
  const { clock, faults, webhooks } = standIn;
  return { origin, clock, faults, webhooks, close: () => listening.close() };
}
