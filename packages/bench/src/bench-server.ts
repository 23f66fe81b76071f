import { Agent } from "node:http";
import { signIn } from "#tests/conformance/sign-in";
import { demoPassword } from "#tests/support/sign-in";
import { createPasswordHasher } from "~/services/.server/auth/passwords/password-hash";
import { startBareRemix } from "./bare-remix";
import type { Stage } from "./bench-stage";
import { ask, type HttpCall, signInOverHttp } from "./http-calls";
import { type Measure, median, quantile } from "./measure";

/** Costs of the server itself. docs/performance.md#server. */

function hostOf(stage: Stage): string {
  return new URL(stage.origin).host;
}

/** Sequentially: the password step and the code exchange, minus the password hash that any sign-in requires. */
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
      // Warm-up.
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

/** Warm-up rounds: a process that has just started still compiles its code, which is not typical. */
const warmUp = 1000;
const counted = 3000;

/** The same response for a visitor and for a user with a warm session: the difference is the guard. */
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
 * Requests per second of our pages compared with a bare page of the framework with a table of as many rows. The table
 * page uses a new URL each time: repeating one page would measure the cache.
 */
export async function benchPages(stage: Stage): Promise<Measure[]> {
  const admin = await signIn(stage.browser, stage.origin, "admin.se");
  const bare = await startBareRemix();
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const ours = { port: stage.product.port, host: hostOf(stage) };
  const table = { ...ours, path: "/controlpanel/students", cookie: cookieOf(admin) };
  try {
    const response = await ask(agent, table);
    const rows = (response.body.match(/<tr[ >]/g) ?? []).length - 1;
    if (response.status !== 200 || rows < 5)
      throw new Error(`The table page answered ${response.status} with ${rows} rows`);
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
  let completed = 0;
  const one = async () => {
    while (performance.now() - began < milliseconds) {
      const request = next();
      const { status } = await ask(agent, request);
      if (status !== 200) throw new Error(`${request.path} answered ${status}`);
      completed += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return (completed * 1000) / (performance.now() - began);
}

function cookieOf({ cookies }: Stage["session"]): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}
