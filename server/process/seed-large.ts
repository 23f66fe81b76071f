import { parseArgs } from "node:util";
import { largeSize, seedLarge } from "#packages/demo/src/large";
import { withDatabases } from "#server/postgres/with-databases";
import { StartRefused } from "#server/start-refused";
import { isRealm, regionOf } from "~/realms/realm";
import { runEntry, startEnvironment } from "./start-environment";

/**
 * `npm run seed:large -- [--realm se] [--users 1000000] [--groups 20000] [--organizations 5000]`: adds people for a whole country to the
 * database in DATA_DIR, for performance measurements.
 */
await runEntry(async () => {
  const environment = startEnvironment();
  const { values } = parseArgs({
    options: {
      realm: { type: "string", default: environment.defaultRealm },
      users: { type: "string", default: String(largeSize.users) },
      groups: { type: "string", default: String(largeSize.groups) },
      organizations: { type: "string", default: String(largeSize.organizations) },
    },
  });
  const { realm } = values;
  if (!isRealm(realm)) throw new StartRefused(`There is no realm ${realm}`);
  const size = {
    users: readCount("users", values.users),
    groups: readCount("groups", values.groups),
    organizations: readCount("organizations", values.organizations),
  };
  await withDatabases(environment, "seed", (urls) => seedLarge(urls[regionOf(realm)], realm, size, console.log));
});

function readCount(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 3 || count > 50_000_000) {
    throw new StartRefused(`--${name} must be a whole number from 3 to 50000000`);
  }
  return count;
}
