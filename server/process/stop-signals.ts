/** npm forwards a signal that the terminal has already sent to the process: within this time both count as one. */
const sameBreath = 2000;

export type StopSignals = {
  /** The first SIGTERM or Ctrl-C. */
  onStop(reason: NodeJS.Signals): void;
  /** Another one, from somebody who does not want to wait. */
  onHurry(): void;
};

export function listenForStop({ onStop, onHurry }: StopSignals): void {
  let first: number | null = null;
  const receive = (signal: NodeJS.Signals) => {
    if (first === null) {
      first = Date.now();
      onStop(signal);
    } else if (Date.now() - first > sameBreath) {
      onHurry();
    }
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, receive);
}
