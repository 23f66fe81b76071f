import { withDatabases } from "#server/postgres/with-databases";
import { StartRefused } from "#server/start-refused";
import { backendOfBuild, builtPages, exportDatabaseUrls, seed } from "./product";
import { runEntry, startEnvironment } from "./start-environment";

/** `npm run seed`: adds the demo data to empty databases; requires DEMO=1. */
await runEntry(async () => {
  const environment = startEnvironment();
  if (!environment.demo) throw new StartRefused("The demonstration is for DEMO=1: nothing was added");
  await withDatabases(environment, "seed", async (urls) => {
    exportDatabaseUrls(urls);
    const backend = backendOfBuild(await (await builtPages()).build());
    await seed(environment, backend).finally(() => backend.close());
  });
});
