import type { ProcessLog } from "./process-log";
import type { ProcessWiring } from "./web-server";

const hour = 3_600_000;

/** Removes what is long over, now and every hour. `stop` waits for a round that is under way. */
export function keepTidy(wiring: Pick<ProcessWiring, "forgetOld">, log: ProcessLog): { stop(): Promise<void> } {
  let round = Promise.resolve();
  const tidy = () => {
    round = wiring.forgetOld().catch((error) => log.error({ err: error }, "what is over could not be removed"));
  };
  tidy();
  const timer = setInterval(tidy, hour);
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
