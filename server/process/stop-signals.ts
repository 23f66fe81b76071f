/** Milliseconds within which two signals count as one: npm forwards a signal that the terminal has already sent to the process. */
const sameBreath = 2000;

type StopSignals = {
  /** Called for the first SIGTERM or Ctrl-C. */
  onStop(reason: NodeJS.Signals): void;
  /** Called for a further one, from an impatient operator. */
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
