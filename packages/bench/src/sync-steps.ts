import { createReadStream } from "node:fs";
import { sql } from "drizzle-orm";
import { connectDatabase, type Database, type Transaction } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { secretBox } from "~/security/secret-box.server";
import { createSessions } from "~/services/.server/auth/sessions/sessions";
import type { CredentialService } from "~/services/.server/directory/identity";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import type { ImportDeps } from "~/services/.server/import/import-deps";
import { continueImport } from "~/services/.server/import/import-runner";
import { findJob, startJob } from "~/services/.server/sync/job-store";
import { createWithRoster } from "~/services/.server/sync/open-source";
import { presentSyncJobs } from "~/services/.server/sync/present-sync";
import { noteEnd, processSyncJob } from "~/services/.server/sync/run-sync";
import type { SyncDeps } from "~/services/.server/sync/sync-deps";
import {
  clearSourceFile,
  listSources,
  writeSource,
  writeSourceFilePart,
  writeSyncSettings,
} from "~/services/.server/sync/sync-store";
import { countStatements } from "./count-statements";

/**
 * One sync run from an uploaded archive in a separate process, as the product's queue would run it; prints its cost as
 * JSON: `node sync-steps.mjs URL FILE`. The upload is not measured.
 */

const [url = "", file = ""] = process.argv.slice(2);
const partSize = 256 * 1024;
const secrets = secretBox("a secret for measuring, of more than enough letters", "sync");

async function main(): Promise<void> {
  const database = connectDatabase(url, { statementLimit: 10 * 60_000 });
  const databases = { eu: database, us: database };
  const identity = createIdentityDirectory(databases);
  const sessions = createSessions(databases, identity);
  const report = (error: unknown) => console.error(error);
  const importDeps: ImportDeps = {
    ...{ databases, identity, report, secrets },
    credentials: {
      hashPasswords: async () => [],
      endSessions: (realm: "se", uid: string[], within: Transaction) =>
        sessions.endAll(realm, uid, "ended_by_staff", { within }),
    } as unknown as CredentialService,
    changed: () => undefined,
    syncEnded: noteEnd,
  };
  const deps: SyncDeps = {
    ...{ databases, identity, report, secrets },
    withRoster: createWithRoster({ secrets, limits: undefined }),
    checkSource: async () => ({ problem: null, version: null, schools: [] }),
    queue: {
      async send(region, { kind, id }) {
        if (kind === "import") await continueImport(importDeps, region, id, () => false);
      },
    },
  };
  const id = await prepare(database);
  const before = process.resourceUsage().maxRSS;
  const counter = countStatements();
  const start = performance.now();
  await processSyncJob(deps, "eu", id, () => false);
  const ms = performance.now() - start;
  counter.stop();
  const most = process.resourceUsage().maxRSS;
  const job = await findJob(database, id);
  const [presented] = await presentSyncJobs(database, job ? [job] : []);
  await database.$client.end();
  const { state, problem, counts, written } = presented ?? {};
  const megabytes = { above: (most - before) / 1024, whole: most / 1024 };
  console.log(JSON.stringify({ ms, megabytes, statements: counter.count, state, problem, counts, written }));
}

/** Creates the source of admin.se's organisation with the file, and a waiting job. */
async function prepare(database: Database): Promise<string> {
  const { rows } = await database.execute<{ uid: string; organizationId: number }>(sql`
    select u.uid, a.organization_id as "organizationId" from directory.users u
    join directory.associations a on a.user_id = u.id where u.realm = 'se' and u.username = 'admin.se'`);
  const admin = rows[0];
  if (!admin) throw new Error("there is no administrator");
  const { uid, organizationId } = admin;
  const syncId = (await listSources(database, organizationId))[0]?.id ?? crypto.randomUUID();
  const nowhere = { version: null, address: null, tokenAddress: null, clientId: null, secret: null };
  return inTransaction(database, async (within) => {
    await writeSyncSettings(within, "se", organizationId, { dryRun: false });
    const draft = { type: "oneroster", name: "Register", ...nowhere, configuredBy: uid } as const;
    await writeSource(within, "se", organizationId, syncId, draft);
    await clearSourceFile(within, syncId);
    let place = 0;
    for await (const bytes of createReadStream(file, { highWaterMark: partSize }))
      await writeSourceFilePart(within, syncId, place++, bytes as Buffer);
    const of = { realm: "se", organizationId, syncId, isBySchedule: false, isDryRun: false } as const;
    return (await startJob(within, { ...of, startedBy: uid, actor: null, isSecure: false })).id;
  });
}

await main();
