import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { sql } from "drizzle-orm";
import pg from "pg";
import { connectDatabase } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import { secretBox } from "~/security/secret-box.server";
import { hashPasswords } from "~/services/.server/auth/passwords/passwords";
import type { CredentialService } from "~/services/.server/directory/identity";
import { createIdentityDirectory } from "~/services/.server/directory/identity-store";
import { makeLetterPassword } from "~/services/.server/directory/people/first-passwords";
import type { ImportDeps } from "~/services/.server/import/import-deps";
import { importWork, insertImport, moveImport, readImport } from "~/services/.server/import/import-store";
import { previewImport } from "~/services/.server/import/preview";
import { runImport } from "~/services/.server/import/run-import";
import { partsWriter } from "~/services/.server/import/stored-file";
import { claimRow } from "~/services/.server/jobs/claims";
import { accessOfStarter } from "~/services/.server/jobs/job-access";
import { countStatements } from "./count-statements";

/**
 * Steps of an import in a separate process; prints their costs as JSON. `node import-steps.mjs people URL FILE` reads
 * and writes the file's people, `node import-steps.mjs hashes COUNT` only hashes passwords.
 */

const [step, first = "", second = ""] = process.argv.slice(2);

async function writePeople(url: string, file: string): Promise<void> {
  const database = connectDatabase(url, { statementLimit: 10 * 60_000 });
  const databases = { eu: database, us: database };
  const deps: ImportDeps = {
    databases,
    identity: createIdentityDirectory(databases),
    credentials: { hashPasswords: async () => [] } as unknown as CredentialService,
    secrets: secretBox("a secret for measuring, of more than enough letters", "imports"),
    changed: () => undefined,
    report: (error) => console.error(error),
  };
  const { rows } = await database.execute<{ uid: string; organizationId: number }>(sql`
    select u.uid, a.organization_id as "organizationId" from directory.users u
    join directory.associations a on a.user_id = u.id where u.realm = 'se' and u.username = 'admin.se'`);
  const admin = rows[0];
  if (!admin) throw new Error("there is no administrator");
  const id = await inTransaction(database, async (within) => {
    const draft = { realm: "se", fileName: "people.xlsx", startedBy: admin.uid, actor: null, isSecure: false } as const;
    const made = await insertImport(within, { ...draft, organizationId: admin.organizationId });
    await pipeline(createReadStream(file), partsWriter(within, deps.secrets, made, "file"));
    return made;
  });
  const claimed = async () => {
    const stored = (await claimRow(database, importWork, id)) && (await readImport(database, id));
    if (!stored) throw new Error("somebody else has the import");
    return { stored, accessNow: () => accessOfStarter(deps, stored, "bench") };
  };
  const look = await claimed();
  const before = process.resourceUsage().maxRSS;
  const preview = await timed(async () =>
    previewImport(deps, database, look.stored, await look.accessNow(), () => false),
  );
  const megabytes = (process.resourceUsage().maxRSS - before) / 1024;
  const { rows: plain } = await database.execute<{ id: number; uid: string; email: string; age: number }>(sql`
    select person_id as id, person_uid as uid, cells -> 'email' ->> 'text' as email, (cells -> 'ageFilter' ->> 'text')::int as age
    from imports.rows where import_id = ${id} and outcome = 'changed' order by place`);
  // Both must change every value: the batches write different values, before and after the import, to the same tables.
  const batches = [await timed(() => writeBatches(url, plain, "before"))];
  await database.execute(sql`update directory.users u set version = r.person_version, email = null, age_filter = null
    from imports.rows r where r.import_id = ${id} and u.id = r.person_id`);
  await moveImport(database, id, ["ready"], "importing", { passwords: "none" });
  const writing = await claimed();
  const counter = countStatements();
  const written = await timed(() => runImport(deps, database, writing.stored, writing.accessNow, () => false));
  counter.stop();
  batches.push(await timed(() => writeBatches(url, plain, "after")));
  const { rows: results } = await database.execute<{ count: number }>(
    sql`select count(*)::int as count from imports.rows where import_id = ${id} and result = 'changed'`,
  );
  await database.$client.end();
  const bare = batches.reduce((sum, ms) => sum + ms, 0) / batches.length;
  console.log(
    JSON.stringify({
      preview,
      megabytes,
      written,
      bare,
      people: plain.length,
      changed: results[0]?.count,
      statements: counter.count,
    }),
  );
}

type Plain = { id: number; uid: string; email: string; age: number };

/** The same values and audit entries in plain batches of 1,000, without comparing values or storing data for an undo. */
async function writeBatches(url: string, people: readonly Plain[], mark: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (let start = 0; start < people.length; start += 1000) {
    const part = people.slice(start, start + 1000);
    await client.query("begin");
    await client.query(
      `update directory.users u set email = w.email, age_filter = w.age, version = u.version + 1, updated_at = now()
       from unnest($1::int[], $2::text[], $3::int[]) w (id, email, age) where u.id = w.id`,
      [part.map(({ id }) => id), part.map(({ email }) => `${mark}.${email}`), part.map(({ age }) => age)],
    );
    await client.query(
      `insert into directory.audit (realm, action, subject_type, subject_uid, details)
       select 'se', 'user.changed', 'user', uid, '{"attributes": ["email", "ageFilter"]}' from unnest($1::uuid[]) w (uid)`,
      [part.map(({ uid }) => uid)],
    );
    await client.query("commit");
  }
  await client.end();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function hashes(count: number): Promise<void> {
  const passwords = Array.from({ length: count }, makeLetterPassword);
  console.log(JSON.stringify({ ms: await timed(() => hashPasswords(passwords)) }));
  process.exit();
}

await (step === "hashes" ? hashes(Number(first)) : writePeople(first, second));
