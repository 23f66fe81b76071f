import { mkdtemp, readFile, rm } from "node:fs/promises";
import { request } from "node:http";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { startEmbeddedPostgres } from "#server/postgres/embedded-postgres";
import { startProduct } from "#tests/support/running-product";
import type { Stage } from "./bench-stage";
import { cookieOf, prepareRealm } from "./large-realm";
import type { Measure } from "./measure";

/** An export of 100,000 people under concurrent writes: exports every row once, with little memory. docs/performance.md#lists. */

const people = 100_000;

export async function benchExport(stage: Stage): Promise<Measure[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "fabel-export-"));
  const postgres = await startEmbeddedPostgres({ folder, settings: { fsync: "off", shared_buffers: "256MB" } });
  try {
    const eu = await postgres.database("fabel_eu");
    const us = await postgres.database("fabel_us");
    const { topmost } = await prepareRealm({ eu, us }, { users: people, groups: 2000, organizations: 500 });
    const product = await startProduct({
      program: "serve",
      environment: {
        DEMO: "0",
        SESSION_SECRET: "a secret for measuring, of more than enough letters",
        DATABASE_URL_EU: eu,
        DATABASE_URL_US: us,
      },
    });
    try {
      const cookie = await cookieOf(stage, `http://se.localhost:${product.port}`, "admin.se");
      const measures: Measure[] = [];
      for (const format of ["csv", "xlsx"] as const) {
        measures.push(...(await measureExport({ url: eu, topmost, cookie, format, product })));
      }
      return measures;
    } finally {
      await product.stop();
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Run = {
  url: string;
  topmost: string;
  cookie: string;
  format: "csv" | "xlsx";
  product: { port: number; pid: number };
};

async function measureExport({ url, topmost, cookie, format, product }: Run): Promise<Measure[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const headers = { cookie, host: `se.localhost:${product.port}`, origin: `http://se.localhost:${product.port}` };
  const before = new Set(
    (await client.query<{ uid: string }>("select uid from directory.users where status <> 'deleted'")).rows.map(
      ({ uid }) => uid,
    ),
  );
  // Garbage from before the export would count as the export's.
  await delay(3000);
  const idle = await memoryOf(product.pid);
  const writer = startWriter(url);
  const start = Date.now();
  const form = new URLSearchParams({
    ...{ act: `export-${format}`, all: "1", organization: topmost, searchString: "", filters: "" },
    ...{ sortBy: "name", sortDesc: "false" },
  });
  const started = await post(product.port, "/controlpanel/users/bulk", headers, form);
  const id = new URL(started, "http://here").pathname.split("/").at(-1) ?? "";
  let peak = idle;
  let state = "waiting";
  while (state === "waiting" || state === "running") {
    peak = Math.max(peak, await memoryOf(product.pid));
    const { rows } = await client.query<{ state: string }>("select state from jobs.jobs where id = $1", [id]);
    state = rows[0]?.state ?? "gone";
    await delay(50);
  }
  const seconds = (Date.now() - start) / 1000;
  const touched = await writer.stop();
  if (state !== "done") throw new Error(`The export ended as ${state}`);
  console.log(`${format}: ${seconds.toFixed(1)} s, ${touched.writes} writes meanwhile`);
  const measures: Measure[] = [
    {
      name: `export of ${people.toLocaleString("en")} people to ${format}, memory over idle`,
      unit: "MB",
      ours: peak - idle,
      beside: [],
      goal: { value: 200, better: "lower" },
      instrument: "resident memory of the process, every 50 ms",
    },
  ];
  if (format === "csv") {
    const { rows } = await client.query<{ bytes: Buffer }>(
      "select bytes from jobs.file_parts where job_id = $1 order by place",
      [id],
    );
    const text = Buffer.concat(rows.map((row) => row.bytes)).toString("utf8");
    const uids = text
      .trimEnd()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(";").at(-1) ?? "");
    const exported = new Set(uids);
    const here = await uidsBelow(client, topmost);
    const missing = [...here].filter((uid) => before.has(uid) && !touched.deleted.has(uid) && !exported.has(uid));
    const row = (name: string, ours: number): Measure => ({
      name: `export under writes, rows ${name}`,
      unit: "rows",
      ours,
      beside: [],
      goal: { value: 0, better: "lower" },
      instrument: `${touched.writes} writes meanwhile: renamed, added and deleted people`,
    });
    measures.push(row("missing", missing.length), row("twice", uids.length - exported.size));
  }
  await client.end();
  return measures;
}

async function uidsBelow(client: pg.Client, topmost: string): Promise<Set<string>> {
  const { rows } = await client.query<{ uid: string }>(
    `select distinct u.uid from directory.users u join directory.associations a on a.user_id = u.id
     join directory.organization_closure c on c.descendant_id = a.organization_id
     join directory.organizations o on o.id = c.ancestor_id where o.uid = $1`,
    [topmost],
  );
  return new Set(rows.map(({ uid }) => uid));
}

/** Renames people (which changes their position in the order), adds and deletes some, as fast as possible. */
function startWriter(url: string): { stop(): Promise<{ writes: number; deleted: Set<string> }> } {
  let isStopping = false;
  const deleted = new Set<string>();
  let writes = 0;
  const work = (async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    while (!isStopping) {
      const name = Math.random().toString(36).slice(2);
      await client.query(
        `update directory.users set name = $1 || ' ' || name
         where id in (select id from directory.users where realm = 'se' and status = 'active' and id > $2 limit 5)
           and length(name) < 200`,
        [name, Math.floor(Math.random() * people)],
      );
      await client.query(
        `with made as (insert into directory.users (realm, type, username, name) values ('se', 'student', $1, $2) returning id)
         insert into directory.associations (user_id, organization_id, realm, role)
         select made.id, o.id, 'se', 'student' from made, (select id from directory.organizations where realm = 'se' order by id desc limit 1) o`,
        [`w${name}${writes}`, name],
      );
      const { rows } = await client.query<{ uid: string }>(
        `update directory.users set status = 'deleted', deleted_at = now()
         where id = (select id from directory.users where realm = 'se' and type = 'student' and status = 'active' and id > $1 limit 1)
         returning uid`,
        [Math.floor(Math.random() * people)],
      );
      for (const { uid } of rows) deleted.add(uid);
      writes += 7;
    }
    await client.end();
  })();
  return {
    async stop() {
      isStopping = true;
      await work;
      return { writes, deleted };
    },
  };
}

/** Resident memory in MB. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

function post(port: number, address: string, headers: Record<string, string>, form: URLSearchParams): Promise<string> {
  return new Promise((resolve, reject) => {
    const wanted = request(
      {
        ...{ host: "127.0.0.1", port, path: address, method: "POST" },
        headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
      },
      (response) => {
        response.resume();
        const { location } = response.headers;
        if (location) resolve(location);
        else reject(new Error(`${address} answered ${response.statusCode}`));
      },
    );
    wanted.on("error", reject).end(form.toString());
  });
}
