import { type Logger, pino } from "pino";
import { scrubbedText } from "~/http/error-reports.server";

export type ProcessLog = Logger;

/** Logs JSON lines to standard output, or to a file that is truncated at start. */
export function openLog(file: string | null): { log: ProcessLog; close(): void } {
  const destination = pino.destination({ dest: file ?? 1, sync: false, mkdir: true, append: file === null });
  // A closed pipe must not end the product.
  destination.on("error", () => {});
  const serializers = { err: scrubbedText };
  const log = pino({ base: undefined, timestamp: pino.stdTimeFunctions.isoTime, serializers }, destination);
  return {
    log,
    close() {
      try {
        destination.flushSync();
      } catch {
        // Not open yet: nothing was logged.
      }
    },
  };
}
