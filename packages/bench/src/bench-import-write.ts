import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import ExcelJS from "exceljs";
import pg from "pg";
import { startEmbeddedPostgres } from "#server/postgres/embedded-postgres";
import { startProduct } from "#tests/support/running-product";
import type { Stage } from "./bench-stage";
import { bundledProgram } from "./bundled-program";
import { cookieOf, prepareRealm } from "./large-realm";
import { type Measure, quantile } from "./measure";

/** Preview, writing and passwords of large imports, in a realm of 100,000 people. docs/performance.md#import. */

const run = promisify(execFile);
const size = { users: 100_000, groups: 2000, organizations: 500 };
const changedPeople = 20_000;
const newPeople = 10_000;

export function benchImportWrite(): Promise<Measure[]> {
  return inLargeRealm(async ({ eu, folder, steps }) => {
    const file = path.join(folder, "changed.xlsx");
    await writeChanges(eu, file);
    return measuresOfWriting(await steps("people", eu, file));
  });
}

export function benchImportPasswords(stage: Stage): Promise<Measure[]> {
  return inLargeRealm(async ({ eu, us, topmost, folder, steps }) => {
    const alone = (await steps("hashes", String(newPeople))).ms;
    const file = path.join(folder, "new.xlsx");
    await writeNewcomers(file);
    return measuresOfPasswords(await importWithPasswords(stage, { eu, us, topmost, file }), alone);
  });
}

type Realm = {
  eu: string;
  us: string;
  topmost: string;
  folder: string;
  /** Runs steps of an import in a separate process and returns its output. */
  // biome-ignore lint/suspicious/noExplicitAny: each step prints an object of a different shape
  steps(...options: string[]): Promise<any>;
};

async function inLargeRealm(measure: (realm: Realm) => Promise<Measure[]>): Promise<Measure[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "fabel-import-"));
  const postgres = await startEmbeddedPostgres({ folder, settings: { fsync: "off", shared_buffers: "256MB" } });
  try {
    const eu = await postgres.database("fabel_eu");
    const us = await postgres.database("fabel_us");
    const { topmost } = await prepareRealm({ eu, us }, size);
    const program = await bundledProgram("packages/bench/src/import-steps.ts");
    const steps = async (...options: string[]) =>
      JSON.parse((await run(process.execPath, [program, ...options], { maxBuffer: 1024 * 1024 })).stdout);
    return await measure({ eu, us, topmost, folder, steps });
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Written = {
  preview: number;
  megabytes: number;
  written: number;
  bare: number;
  people: number;
  changed: number;
  statements: number;
};

function measuresOfWriting({ preview, megabytes, written, bare, people, changed, statements }: Written): Measure[] {
  const instrument = `${changedPeople} people of ${size.users}, two values changed of each, by external id and username`;
  if (people !== changedPeople || changed !== people) throw new Error(`${people} planned, ${changed} written`);
  return [
    {
      name: "import: preview of 20,000 rows",
      unit: "ms",
      ours: preview,
      beside: [],
      goal: { value: 10_000, better: "lower" },
      instrument,
    },
    {
      name: "import: memory of the preview",
      unit: "MB",
      ours: megabytes,
      beside: [],
      goal: { value: 300, better: "lower" },
      instrument: "most of the process above its start",
    },
    {
      name: "import: writing 20,000 changed rows",
      unit: "ms",
      ours: written,
      beside: [
        {
          name: "plain batches of 1,000, without plan, check and undo",
          value: bare,
          goal: { ratio: 2, better: "lower" },
        },
      ],
      instrument,
    },
    {
      name: "import: statements for 1,000 rows",
      unit: "queries",
      ours: (statements / people) * 1000,
      beside: [],
      goal: { value: 3, better: "lower" },
      instrument: "all that goes to the database from the start to the end, begin and commit among it",
    },
  ];
}

type WithPasswords = { ms: number; idle: number[]; meanwhile: number[] };

function measuresOfPasswords({ ms, idle, meanwhile }: WithPasswords, alone: number): Measure[] {
  return [
    {
      name: "import: 10,000 people with generated passwords",
      unit: "ms",
      ours: ms,
      beside: [{ name: "hashing alone", value: alone, goal: { ratio: 1.15, better: "lower" } }],
      instrument: "from the start of the import to its last row, the sheets printed after it not counted",
    },
    {
      name: "import: page 1 of people meanwhile, p95",
      unit: "ms",
      ours: quantile(meanwhile, 0.95),
      beside: [{ name: "idle", value: quantile(idle, 0.95), goal: { ratio: 2, better: "lower" } }],
      instrument: "one request after the other, ten a second",
    },
  ];
}

async function writeChanges(url: string, file: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ username: string; name: string; id: number }>(
    `update directory.users u set external_id = 'E-' || u.id where u.id in (
       select id from directory.users where realm = 'se' and type = 'student' and username like 'u%' and status = 'active' order by id limit $1)
     returning username, name, id`,
    [changedPeople],
  );
  await client.end();
  await writeRows(
    file,
    ["Externt id", "Användarnamn", "Namn", "E-post", "Typ", "Böcker upp till ålder"],
    rows.map(({ username, name, id }) => [
      `E-${id}`,
      username,
      name,
      `${username}@skola.example`,
      "Elev",
      String(id % 18),
    ]),
  );
}

async function writeNewcomers(file: string): Promise<void> {
  const rows = Array.from({ length: newPeople }, (_, place) => [
    `ny.${place}`,
    "Åsa",
    `Ñandú-${place}`,
    "Elev",
    `${1 + (place % 9)}${"ABCD"[place % 4]}`,
  ]);
  await writeRows(file, ["Användarnamn", "Förnamn", "Efternamn", "Typ", "Klass"], rows);
}

async function writeRows(file: string, head: string[], rows: string[][]): Promise<void> {
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: file });
  const sheet = workbook.addWorksheet("Elever");
  for (const cells of [head, ...rows]) sheet.addRow(cells).commit();
  sheet.commit();
  await workbook.commit();
}

/** Imports in the running product, like an administrator, while pages are requested. */
async function importWithPasswords(
  stage: Stage,
  { eu, us, topmost, file }: { eu: string; us: string; topmost: string; file: string },
): Promise<WithPasswords> {
  const product = await startProduct({
    program: "serve",
    environment: {
      DEMO: "0",
      SESSION_SECRET: "a secret for measuring, of more than enough letters",
      DATABASE_URL_EU: eu,
      DATABASE_URL_US: us,
    },
  });
  const client = new pg.Client({ connectionString: eu });
  await client.connect();
  try {
    const host = `se.localhost:${product.port}`;
    const cookie = await cookieOf(stage, `http://${host}`, "admin.se");
    const send = (address: string, body?: { type: string; bytes: Buffer }) =>
      ask(product.port, address, { host, cookie, origin: `http://${host}` }, body);
    const form = await multipart(file);
    const { location } = await send(`/controlpanel/import?organization=${topmost}`, form);
    const id = location.split("/").at(-1) ?? "";
    const stateOf = async () =>
      (await client.query<{ state: string }>("select state from imports.imports where id = $1", [id])).rows[0]?.state;
    const until = async (state: string, meanwhile: () => Promise<unknown>) => {
      const from = Date.now();
      while ((await stateOf()) !== state) {
        if (Date.now() - from > 10 * 60_000) throw new Error(`the import is ${await stateOf()}`);
        await meanwhile();
      }
    };
    await until("ready", () => delay(200));
    const page = async (times: number[]) => {
      const start = performance.now();
      await send("/controlpanel/users?force=true");
      times.push(performance.now() - start);
      await delay(100);
    };
    for (let warmUp = 0; warmUp < 100; warmUp += 1) await page([]);
    const idle: number[] = [];
    for (let round = 0; round < 200; round += 1) await page(idle);
    const meanwhile: number[] = [];
    const start = performance.now();
    const chosen = Buffer.from("intent=start&passwords=generated");
    await send(`/controlpanel/import/${id}`, { type: "application/x-www-form-urlencoded", bytes: chosen });
    let ms = 0;
    await until("imported", async () => {
      const { rows } = await client.query<{ done: number }>("select done from imports.imports where id = $1", [id]);
      if (ms === 0 && rows[0]?.done === newPeople) ms = performance.now() - start;
      await page(meanwhile);
    });
    return { ms: ms || performance.now() - start, idle, meanwhile };
  } finally {
    await client.end();
    await product.stop();
  }
}

async function multipart(file: string): Promise<{ type: string; bytes: Buffer }> {
  const boundary = "fabel-bench-boundary";
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="new.xlsx"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const bytes = Buffer.concat([Buffer.from(head), await readFile(file), Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, bytes };
}

function ask(
  port: number,
  address: string,
  headers: Record<string, string>,
  body?: { type: string; bytes: Buffer },
): Promise<{ location: string }> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        ...{ host: "127.0.0.1", port, path: address, method: body ? "POST" : "GET" },
        headers: { ...headers, ...(body ? { "content-type": body.type, "content-length": body.bytes.length } : {}) },
      },
      (response) => {
        response.resume();
        response.on("end", () => {
          const status = response.statusCode ?? 0;
          if (status >= 400) reject(new Error(`${address} was answered by ${status}`));
          else resolve({ location: response.headers.location ?? "" });
        });
        response.on("error", reject);
      },
    );
    request.on("error", reject);
    request.end(body?.bytes);
  });
}
