import { withDatabases } from "#server/postgres/with-databases";
import { StartRefused } from "#server/start-refused";
import { builtPages, exportDatabaseUrls, seed, wiringOf } from "./product";
import { runEntry, startEnvironment } from "./start-environment";

/** `npm run seed`: adds the demo data to empty databases; requires DEMO=1. */
await runEntry(async () => {
  const environment = startEnvironment();
  if (!environment.demo) throw new StartRefused("The demonstration is for DEMO=1: nothing was added");
  await withDatabases(environment, "seed", async (urls) => {
    exportDatabaseUrls(urls);
    const wiring = wiringOf(await (await builtPages()).build());
    await seed(environment, wiring).finally(() => wiring.close());
  });
});
