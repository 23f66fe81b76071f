import { withDatabases } from "#server/postgres/with-databases";
import { runEntry, startEnvironment } from "./start-environment";

/** `npm run migrate`: migrates the databases of both regions. */
await runEntry(async () => {
  const applied = await withDatabases(startEnvironment(), "migrate", async (_, migrated) => migrated);
  console.log(
    applied.length === 0 ? "The databases are up to date" : applied.map((name) => `Applied ${name}`).join("\n"),
  );
});
