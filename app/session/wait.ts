/** Waiting for another process's work on a session. docs/product/shell.md#states, #limits. */

/** Attempts per round, and milliseconds between them. */
const tries = 20;
const pause = 100;

/** Milliseconds that a guard waits at most for a session that is being initialised. docs/product/shell.md#route-guard. */
const guardWait = 10_000;

type Sleep = (milliseconds: number) => Promise<void>;

const sleepFor: Sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Polls 20 times, 100 ms apart; after each round `mayGoOn` decides about another one, for 10 s at most. `null` without a result. */
export async function waitFor<Found>(
  ask: () => Promise<Found | null>,
  mayGoOn: () => boolean,
  sleep: Sleep = sleepFor,
): Promise<Found | null> {
  for (let waited = 0; waited < guardWait; waited += tries * pause) {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      await sleep(pause);
      const result = await ask();
      if (result !== null) return result;
    }
    if (!mayGoOn()) return null;
  }
  return null;
}

/** The result of `work` within the time limit, else `timeout`; the work continues. */
export async function withinGuardWait<Result>(
  work: Promise<Result>,
  milliseconds = guardWait,
): Promise<Result | "timeout"> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<"timeout">((resolve) => {
    timer = setTimeout(resolve, milliseconds, "timeout" as const);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
