import {
  createStandIn,
  listenStandIn
} from "./chunk-67RKOJNM.js";

// packages/stripe-stand-in/src/main.ts
import { readFileSync } from "node:fs";
import path from "node:path";

// packages/stripe-stand-in/src/sample-account.ts
function sampleAccount(changes = {}) {
  const metadata = { shop: "sample" };
  return {
    name: "sample",
    displayName: "A sample shop",
    country: "SE",
    locale: "sv-SE",
    currency: "sek",
    secretKey: "sk_test_stand_in_sample",
    publishableKey: "pk_test_stand_in_sample",
    webhooks: [],
    publicOrigin: "http://127.0.0.1",
    plans: [
      {
        product: "prod_month",
        price: "price_month",
        name: "Monthly plan",
        description: "Paid every month",
        interval: "month",
        amount: 7900,
        lookupKey: "month",
        metadata
      },
      {
        product: "prod_year",
        price: "price_year",
        name: "Yearly plan",
        description: "Paid every year",
        interval: "year",
        amount: 79e3,
        lookupKey: "year",
        metadata
      }
    ],
    coupons: [
      { id: "WELCOME20", name: "20 %", percent_off: "20", duration: "once" },
      { id: "HALF3", name: "50 % \xD7 3", percent_off: "50", duration: "repeating", duration_in_months: "3" },
      { id: "FREE", name: "100 %", percent_off: "100", duration: "once" },
      { id: "OVER", name: "\u2013", percent_off: "30", duration: "once", redeem_by: "1577836800" }
    ],
    ...changes
  };
}

// packages/stripe-stand-in/src/start.ts
async function startStandIn({
  accounts: accounts2,
  port: port2,
  folder: folder2 = null,
  files: files2 = null
}) {
  const standIn2 = createStandIn({ accounts: accounts2, folder: folder2, files: files2 });
  const listening = await listenStandIn(standIn2, port2);
  const origin = `http://127.0.0.1:${listening.port}`;
  for (const account of standIn2.accounts) account.setPublicOrigin(origin);
  const { clock, faults, webhooks } = standIn2;
  return { origin, clock, faults, webhooks, close: () => listening.close() };
}

// packages/stripe-stand-in/src/main.ts
var file = process.argv[2];
var {
  port = 12111,
  folder = null,
  accounts = [{}]
} = file ? JSON.parse(readFileSync(file, "utf8")) : {};
var settings = accounts.map((each) => sampleAccount(each));
var files = path.join(import.meta.dirname, "browser");
var standIn = await startStandIn({ accounts: settings, port, folder, files });
console.log(`The payment provider's stand-in is ready at ${standIn.origin}`);
for (const { name, secretKey, publishableKey, plans } of settings) {
  console.log(`${name}: ${secretKey}, ${publishableKey}; prices ${plans.map(({ price }) => price).join(", ")}`);
}
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => void standIn.close().then(() => process.exit(0)));
}
//# sourceMappingURL=main.js.map
