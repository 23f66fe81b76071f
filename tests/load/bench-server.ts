import { Agent } from "node:http";
import { createPasswordHasher } from "~/services/.server/auth/passwords/password-hash";
import { signIn } from "../conformance/sign-in";
import { demoPassword } from "../support/sign-in";
import { startBareRemix } from "./bare-remix";
import type { Stage } from "./bench-stage";
import { ask, type HttpCall, signInOverHttp } from "./http-calls";
import { type Measure, median, quantile } from "./measure";

/** What the server itself costs. docs/performance.md#server. */

function hostOf(stage: Stage): string {
  return new URL(stage.origin).host;
}

/** One after the other: the password step and the exchange of its code, less the hash that any sign-in must pay. */
export async function benchSignIn(stage: Stage): Promise<Measure[]> {
  const agent = new Agent({ keepAlive: true });
  const hasher = createPasswordHasher(1);
  try {
    const hash = await hasher.hash(demoPassword);
    const times: number[] = [];
    const hashes: number[] = [];
    for (let round = 0; round < 45; round += 1) {
      const { milliseconds: time } = await signInOverHttp(
        { agent, port: stage.product.port, host: hostOf(stage) },
        "teacher.se",
      );
      const began = performance.now();
      await hasher.verify(hash, demoPassword);
      const alone = performance.now() - began;
      // The first few pay for code that is not warm yet.
      if (round < 5) continue;
      times.push(time);
      hashes.push(alone);
    }
    return [
      {
        name: "sign-in without its hash",
        unit: "ms",
        ours: median(times) - median(hashes),
        beside: [{ name: "the hash alone (argon2id, 19 MiB, 2 passes)", value: median(hashes) }],
        instrument:
          "median of 40 sign-ins over HTTP (authorize, then token) less the median of the hash, in turn on one machine",
      },
    ];
  } finally {
    await hasher.close();
    agent.destroy();
  }
}

/** Rounds before those that count: a process that has just started still compiles its code, which the day's pages do not pay. */
const warmUp = 1000;
const counted = 3000;

/** The same answer for a visitor and for somebody with a warm session: what lies between is the guard. */
export async function benchGuard(stage: Stage): Promise<Measure[]> {
  const agent = new Agent({ keepAlive: true });
  const cookie = cookieOf(stage.session);
  const page = { port: stage.product.port, host: hostOf(stage), path: "/privacy.data?_routes=root" };
  const visitor: number[] = [];
  const signedIn: number[] = [];
  try {
    for (let round = 0; round < warmUp + counted; round += 1) {
      const without = await ask(agent, page);
      const within = await ask(agent, { ...page, cookie });
      if (without.status !== 200 || within.status !== 200) throw new Error(`Answered ${within.status}`);
      if (!within.body.includes("isEmployee")) throw new Error("The session is not signed in");
      if (round < warmUp) continue;
      visitor.push(without.milliseconds);
      signedIn.push(within.milliseconds);
    }
  } finally {
    agent.destroy();
  }
  const instrument =
    "root data of 3000 pages with a warm session less the same without one, in turn, one at a time, after 1000 that do not count";
  return [
    {
      name: "guard, added to a page, p95",
      unit: "ms",
      ours: quantile(signedIn, 0.95) - quantile(visitor, 0.95),
      goal: { value: 3, better: "lower" },
      beside: [],
      instrument,
    },
    {
      name: "guard, added to a page, median",
      unit: "ms",
      ours: median(signedIn) - median(visitor),
      beside: [{ name: "the visitor's page", value: median(visitor) }],
      instrument,
    },
  ];
}

/**
 * Requests a second of our pages beside a bare page of the framework with a table of as many rows. The table page is asked for at an
 * address of its own each time: repeats of one page are no throughput.
 */
export async function benchPages(stage: Stage): Promise<Measure[]> {
  const admin = await signIn(stage.browser, stage.origin, "admin.se");
  const bare = await startBareRemix();
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const ours = { port: stage.product.port, host: hostOf(stage) };
  const table = { ...ours, path: "/controlpanel/students", cookie: cookieOf(admin) };
  try {
    const shown = await ask(agent, table);
    const rows = (shown.body.match(/<tr[ >]/g) ?? []).length - 1;
    if (shown.status !== 200 || rows < 5) throw new Error(`The table page answered ${shown.status} with ${rows} rows`);
    let visits = 0;
    const contenders = {
      bare: () => ({ port: bare.port, path: `/?rows=${rows}` }),
      landing: () => ({ ...ours, path: "/" }),
      table() {
        visits += 1;
        return { ...table, path: `${table.path}?visit=${visits}` };
      },
    };
    const rates: Record<keyof typeof contenders, number[]> = { bare: [], landing: [], table: [] };
    const names = Object.keys(contenders) as Array<keyof typeof contenders>;
    for (const name of names) await rateOf(agent, contenders[name], 2000);
    for (let round = 0; round < 3; round += 1) {
      for (const name of names) rates[name].push(await rateOf(agent, contenders[name], 4000));
    }
    const barePage = { name: `bare page with ${rows} rows`, value: median(rates.bare) };
    const instrument = `median of 3 rounds of 4 s over ${connections} kept connections, in turn`;
    return [
      {
        name: "signed-in table page, an address of its own each time",
        unit: "req/s",
        ours: median(rates.table),
        beside: [{ ...barePage, goal: { ratio: 0.4, better: "higher" } }],
        instrument,
      },
      { name: "landing page", unit: "req/s", ours: median(rates.landing), beside: [barePage], instrument },
    ];
  } finally {
    agent.destroy();
    await bare.stop();
  }
}

const connections = 16;

async function rateOf(agent: Agent, next: () => HttpCall, milliseconds: number): Promise<number> {
  const began = performance.now();
  let answered = 0;
  const one = async () => {
    while (performance.now() - began < milliseconds) {
      const asked = next();
      const { status } = await ask(agent, asked);
      if (status !== 200) throw new Error(`${asked.path} answered ${status}`);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return (answered * 1000) / (performance.now() - began);
}

function cookieOf({ cookies }: Stage["session"]): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}
