import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "#server/postgres/embedded-postgres";
import { startProduct } from "#tests/support/running-product";
import { startBarePage } from "./bare-page-server";
import type { Stage } from "./bench-stage";
import { cookieOf, type LargeRealmIds, prepareRealm } from "./large-realm";
import { type Measure, median, quantile } from "./measure";

/** Lists of people at three realm sizes, compared with each other and with a page without a database. docs/performance.md#lists. */

const sizes = [
  { users: 1_000, groups: 20, organizations: 53 },
  { users: 100_000, groups: 2_000, organizations: 500 },
  { users: 1_000_000, groups: 20_000, organizations: 5_000 },
];

const rounds = 200;
/** Warm-up rounds: each size has its own product that has just started, while the bare page has been running throughout. */
const warmUp = 200;

type Page = {
  name: string;
  path: string;
  as: "admin" | "super";
  /** Pages of a hundred rows that the app requests one after another to show all rows. docs/product/control-panel.md#limits. */
  hundreds?: number;
};

/** URL of a list that bypasses the cache: otherwise rows would be cached for three minutes. */
const forced = (address: string) => `${address}${address.includes("?") ? "&" : "?"}force=true`;

/** Parts of names that exist in every size; the rarest matches one person. */
const searches = ["lindqv", "elsa", "sjöberg ahmed", "malin ek nordin", "u77", "el"];

const firstPage = { path: "/controlpanel/users", as: "admin" } as const;

/** Measured in turns with the bare page only: differences of a millisecond need many rounds. */
const comparedWithBare: Page = { ...firstPage, name: "page 1 and the bare page" };
const roundsWithBare = 600;
const barePage = "bare page with the same table";

/** The URL used by the panel's own links to pupils. */
const pupils = "/controlpanel/students?itemsPerPage=50&sortBy=name&sortDesc=false";
const filtered = (filters: object) => `${pupils}&filters=${encodeURIComponent(JSON.stringify(filters))}`;

/** The filters above a list of pupils. */
const filterPages: Page[] = [
  { name: "pupils of a class", path: `${pupils}&group=:group`, as: "admin" },
  { name: "pupils of a year", path: `${pupils}&entryYear=2020`, as: "admin" },
  { name: "pupils who never signed in", path: filtered({ neverSignedIn: true }), as: "admin" },
  { name: "pupils without a badge", path: filtered({ hasBadge: false }), as: "admin" },
];

const pages: Page[] = [
  { ...firstPage, name: "page 1" },
  { name: "page 1 by name", path: "/controlpanel/users?sortBy=name&sortDesc=false", as: "admin" },
  { name: "page 1,000", path: "/controlpanel/users?page=1000", as: "admin" },
  { name: "groups", path: "/controlpanel/groups", as: "admin" },
  { name: "organisations", path: "/controlpanel/organizations", as: "admin" },
  { name: "log of the topmost organisation", path: "/controlpanel/organizations/:topmost/log", as: "admin" },
  { name: "whole realm, page 1", path: "/controlpanel/beta/manage?tab=users", as: "super" },
  { name: "whole realm, page 1,000", path: "/controlpanel/beta/manage?tab=users&page=1000", as: "super" },
  ...searches.map((q) => ({
    name: `search ${q}`,
    path: `/controlpanel/users?searchString=${encodeURIComponent(q)}`,
    as: "admin" as const,
  })),
  { name: "search son by name", path: "/controlpanel/users?searchString=son&sortBy=name&sortDesc=false", as: "admin" },
  { name: "search el by name", path: "/controlpanel/users?searchString=el&sortBy=name&sortDesc=false", as: "admin" },
  {
    name: "people without a group by e-mail",
    path: `/controlpanel/users?sortBy=email&sortDesc=false&filters=${encodeURIComponent('{"withoutGroup":true}')}`,
    as: "admin",
  },
  ...filterPages,
];

/** Pages whose statements are counted, but not timed. */
const countedOnly: Page[] = [
  { name: "students", path: "/controlpanel/students", as: "admin" },
  { name: "employees", path: "/controlpanel/employees", as: "admin" },
  { name: "guardians", path: "/controlpanel/guardians", as: "admin" },
  { name: "users, ten pages of a hundred", path: "/controlpanel/users?itemsPerPage=-1", as: "admin", hundreds: 10 },
  { name: "users, grouped by type", path: "/controlpanel/users?groupBy=type", as: "admin" },
  { name: "log of a person", path: "/controlpanel/students/:student/log", as: "admin" },
  { name: "whole realm, groups", path: "/controlpanel/beta/manage?tab=groups", as: "super" },
  { name: "whole realm, organisations", path: "/controlpanel/beta/manage?tab=organizations", as: "super" },
];

export async function benchPeopleList(stage: Stage): Promise<Measure[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "fabel-lists-"));
  const postgres = await startEmbeddedPostgres({ folder, settings: { fsync: "off", shared_buffers: "512MB" } });
  const bare = await startBarePage();
  try {
    const found: Array<Map<string, Timed>> = [];
    for (const size of sizes) {
      const eu = await postgres.database(`fabel_${size.users}`);
      const us = await postgres.database("fabel_other");
      const ids = await prepareRealm({ eu, us }, size);
      found.push(await measureSize(stage, { eu, us }, ids, bare.port, folder, postgres.adminUrl));
    }
    return measuresOf(found);
  } finally {
    await bare.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Timed = { times: number[]; queries: number };

async function measureSize(
  stage: Stage,
  urls: { eu: string; us: string },
  ids: LargeRealmIds,
  barePort: number,
  folder: string,
  adminUrl: string,
): Promise<Map<string, Timed>> {
  const product = await startProduct({
    program: "serve",
    environment: {
      DEMO: "0",
      SESSION_SECRET: "a secret for measuring, of more than enough letters",
      DATABASE_URL_EU: urls.eu,
      DATABASE_URL_US: urls.us,
    },
  });
  try {
    const origin = `http://se.localhost:${product.port}`;
    const cookies = {
      admin: await cookieOf(stage, origin, "admin.se"),
      super: await cookieOf(stage, origin, "super.se"),
    };
    let visits = 0;
    const ask = (page: Page) => {
      visits += 1;
      const { topmost, student, group } = ids;
      const path = page.path.replace(":topmost", topmost).replace(":student", student).replace(":group", group);
      // A new address each time: repeating one would measure a cache.
      return get(product.port, `${forced(path)}&visit=${visits}`, {
        host: `se.localhost:${product.port}`,
        cookie: cookies[page.as],
      });
    };
    const names = [barePage, comparedWithBare.name, ...pages.map(({ name }) => name)];
    const timed = new Map<string, Timed>(names.map((name) => [name, { times: [], queries: 0 }]));
    // In turns, so that other load affects all of them alike.
    const measure = async (name: string, round: number, visit: () => Promise<number>) => {
      const time = await visit();
      if (round >= 0) timed.get(name)?.times.push(time);
    };
    for (let round = -warmUp; round < rounds; round += 1) {
      for (const page of pages) await measure(page.name, round, () => ask(page));
    }
    for (let round = -warmUp; round < roundsWithBare; round += 1) {
      await measure(barePage, round, () => get(barePort, "/", {}));
      await measure(comparedWithBare.name, round, () => ask(comparedWithBare));
    }
    for (const page of [...pages, ...countedOnly]) {
      const queries = await countQueries(adminUrl, path.join(folder, "postgres.log"), () => ask(page));
      timed.set(page.name, { times: timed.get(page.name)?.times ?? [], queries });
    }
    return timed;
  } finally {
    await product.stop();
  }
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

/** Milliseconds until the response is complete. Throws for any status but 200. */
function get(port: number, address: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    http
      .get({ host: "127.0.0.1", port, path: address, headers, agent }, (response) => {
        response.on("error", reject).resume();
        response.on("end", () => {
          if (response.statusCode === 200) resolve(performance.now() - start);
          else reject(new Error(`${address} answered ${response.statusCode}`));
        });
      })
      .on("error", reject);
  });
}

/**
 * Number of statements that a page sends, including session and guard, from PostgreSQL's log: the median of nine
 * requests, since background jobs occasionally send some too.
 */
async function countQueries(adminUrl: string, log: string, work: () => Promise<unknown>): Promise<number> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const write = async (what: "all" | "none") => {
    await client.query(`alter system set log_statement = '${what}'`);
    await client.query("select pg_reload_conf()");
    // Each connection reloads its settings before its next statement.
    await client.query("select pg_sleep(0.2)");
  };
  try {
    await write("all");
    const counts: number[] = [];
    for (let context = 0; context < 9; context += 1) {
      await client.query("select pg_sleep(0.05)");
      const { size } = await stat(log);
      await work();
      const written = (await readFile(log)).subarray(size).toString("utf8");
      counts.push(written.split("\n").filter((line) => /LOG: {2}(execute|statement)/.test(line)).length);
    }
    return median(counts);
  } finally {
    await write("none");
    await client.end();
  }
}

function measuresOf(found: Array<Map<string, Timed>>): Measure[] {
  const instrumentOf = (count: number) =>
    `whole answer at the server, p95 of ${count} requests in turns, one after the other, after ${warmUp} that do not count`;
  const instrument = instrumentOf(rounds);
  const names = sizes.map(({ users }) => `${users.toLocaleString("en")} people`);
  const measures: Measure[] = [];
  const p95 = (index: number, name: string) => quantile(found[index]?.get(name)?.times ?? [], 0.95);
  const largest = sizes.length - 1;
  for (const page of pages) {
    const isSearch = page.name.startsWith("search");
    measures.push({
      name: `list, ${page.name}, p95 at ${names[largest]}`,
      unit: "ms",
      ours: p95(largest, page.name),
      goal: { value: isSearch ? 200 : 150, better: "lower" },
      beside: [
        {
          name: names[0] ?? "",
          value: p95(0, page.name),
          ...(isSearch ? {} : { goal: { ratio: 1.5, better: "lower" as const } }),
        },
        { name: names[1] ?? "", value: p95(1, page.name) },
        ...(isSearch
          ? [
              {
                name: "page 1 without a search",
                value: p95(largest, "page 1"),
                goal: { ratio: 10, better: "lower" as const },
              },
            ]
          : []),
        ...(page.name.endsWith("page 1,000")
          ? [
              {
                name: "its page 1",
                value: p95(largest, page.name.replace("1,000", "1")),
                goal: { ratio: 1.2, better: "lower" as const },
              },
            ]
          : []),
      ],
      instrument,
    });
  }
  measures.push({
    name: `list, ${comparedWithBare.name}, p95 at ${names[largest]}`,
    unit: "ms",
    ours: p95(largest, comparedWithBare.name),
    goal: { value: 150, better: "lower" },
    beside: [
      { name: names[0] ?? "", value: p95(0, comparedWithBare.name) },
      { name: names[1] ?? "", value: p95(1, comparedWithBare.name) },
      { name: barePage, value: p95(largest, barePage) },
    ],
    instrument: instrumentOf(roundsWithBare),
  });
  const medians = ["page 1", "page 1,000"].map((name) => median(found[largest]?.get(name)?.times ?? []));
  measures.push({
    name: `list, page 1,000, median at ${names[largest]}`,
    unit: "ms",
    ours: medians[1] ?? Number.NaN,
    beside: [{ name: "its page 1", value: medians[0] ?? Number.NaN, goal: { ratio: 1.2, better: "lower" } }],
    instrument,
  });
  for (const page of [...pages, ...countedOnly]) {
    measures.push({
      name: `list, ${page.name}, statements`,
      unit: "queries",
      ours: found[largest]?.get(page.name)?.queries ?? Number.NaN,
      goal: { value: 5 * (page.hundreds ?? 1), better: "lower" },
      beside: [],
      instrument: "PostgreSQL's own log, the median of nine requests",
    });
  }
  return measures;
}
