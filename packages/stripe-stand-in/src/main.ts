import { readFileSync } from "node:fs";
import path from "node:path";
import type { AccountSettings } from "./account";
import { sampleAccount } from "./sample-account";
import { startStandIn } from "./start";

/**
 * The stand-in on the command line: `main.js [SETTINGS.json]`, with `{ port, folder, accounts }`. An account's missing settings are those
 * of the sample account.
 */
type Settings = { port?: number; folder?: string; accounts?: Partial<AccountSettings>[] };

const file = process.argv[2];
const {
  port = 12_111,
  folder = null,
  accounts = [{}],
} = file ? (JSON.parse(readFileSync(file, "utf8")) as Settings) : {};
const settings = accounts.map((each) => sampleAccount(each));
const files = path.join(import.meta.dirname, "browser");
const standIn = await startStandIn({ accounts: settings, port, folder, files });

console.log(`The payment provider's stand-in is ready at ${standIn.origin}`);
for (const { name, secretKey, publishableKey, plans } of settings) {
  console.log(`${name}: ${secretKey}, ${publishableKey}; prices ${plans.map(({ price }) => price).join(", ")}`);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void standIn.close().then(() => process.exit(0)));
}
