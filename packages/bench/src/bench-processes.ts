import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent } from "node:http";
import os from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "#server/postgres/embedded-postgres";
import { type RunningProduct, startProduct } from "#tests/support/running-product";
import type { Stage } from "./bench-stage";
import { ask } from "./http-calls";
import { cookieOf, prepareDemoPeople } from "./large-realm";
import { type Measure, median } from "./measure";

/** Two processes of the product that share a database, compared with one of them. docs/performance.md#server. */

const connections = 16;
const rounds = 3;
const roundMs = 4000;

export async function benchProcesses(stage: Stage): Promise<Measure[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "fabel-processes-"));
  const postgres = await startEmbeddedPostgres({ folder, settings: { fsync: "off" } });
  const products: RunningProduct[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  try {
    const urls = { eu: await postgres.database("fabel_eu"), us: await postgres.database("fabel_us") };
    await prepareDemoPeople(urls);
    const environment = {
      DEMO: "0",
      SESSION_SECRET: "a secret for measuring, of more than enough letters",
      DATABASE_URL_EU: urls.eu,
      DATABASE_URL_US: urls.us,
    };
    for (let count = 0; count < 2; count += 1) products.push(await startProduct({ program: "serve", environment }));
    const [first, second] = products as [RunningProduct, RunningProduct];
    const cookie = await cookieOf(stage, `http://se.localhost:${first.port}`, "admin.se");
    const load = (chosen: RunningProduct[]) => measureLoad(agent, chosen, cookie);
    await load([first, second]);
    const one: Load[] = [];
    const two: Load[] = [];
    for (let round = 0; round < rounds; round += 1) {
      one.push(await load([first]));
      two.push(await load([first, second]));
    }
    const instrument = `signed-in table page, median of ${rounds} rounds of ${roundMs / 1000} s over ${connections} kept connections; the client and PostgreSQL are on the same ${os.cpus().length} cores`;
    return [
      {
        name: "two processes on one database",
        unit: "req/s",
        ours: median(two.map(({ rate }) => rate)),
        beside: [
          {
            name: "one process",
            value: median(one.map(({ rate }) => rate)),
            goal: { ratio: 1.8, better: "higher" },
          },
        ],
        instrument,
      },
      {
        name: "processor time of the processes for a request, two of them",
        unit: "ms",
        ours: median(two.map(({ processorMs }) => processorMs)),
        beside: [{ name: "one process", value: median(one.map(({ processorMs }) => processorMs)) }],
        instrument,
      },
    ];
  } finally {
    agent.destroy();
    for (const product of products) await product.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Requests per second, and the processor time of all processes for one of them. */
type Load = { rate: number; processorMs: number };

async function measureLoad(agent: Agent, products: RunningProduct[], cookie: string): Promise<Load> {
  const before = await processorMs(products);
  const began = performance.now();
  let count = 0;
  const visit = async () => {
    while (performance.now() - began < roundMs) {
      const port = products[count % products.length]?.port ?? 0;
      count += 1;
      const page = `/controlpanel/students?visit=${began}-${count}`;
      const { status } = await ask(agent, { port, host: `se.localhost:${port}`, path: page, cookie });
      if (status !== 200) throw new Error(`${page} answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, visit));
  const rate = (count * 1000) / (performance.now() - began);
  return { rate, processorMs: ((await processorMs(products)) - before) / count };
}

/** Of Linux alone, in its hundredths of a second; 0 elsewhere. */
async function processorMs(products: RunningProduct[]): Promise<number> {
  let ticks = 0;
  for (const { pid } of products) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }
  return ticks * 10;
}
