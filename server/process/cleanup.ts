import type { ProcessLog } from "./process-log";
import type { ProcessWiring } from "./process-wiring";

const hour = 3_600_000;

/** Removes expired rows, now and every hour. `stop` waits for a run in progress. */
export function startCleanup(wiring: Pick<ProcessWiring, "purgeExpired">, log: ProcessLog): { stop(): Promise<void> } {
  let run = Promise.resolve();
  const cleanUp = () => {
    run = wiring.purgeExpired().catch((error) => log.error({ err: error }, "expired rows could not be removed"));
  };
  cleanUp();
  const timer = setInterval(cleanUp, hour);
  return {
    async stop() {
      clearInterval(timer);
      await run;
    },
  };
}
