import { randomUUID } from "node:crypto";
import { type Logger, pino } from "pino";
import { scrubbedText } from "~/http/error-reports.server";

/**
 * One JSON line a request. Neither addresses of people nor queries are in it: queries carry signatures, tokens and what
 * people searched for. Security, line 25.
 */
export type RequestLine = {
  requestId: string;
  method: string;
  /** Without its query. */
  path: string;
  status: number;
  milliseconds: number;
  /** The visitor left before the answer was complete. */
  aborted: boolean;
};

export type ProcessLog = Logger;

/** A log to standard output, or to a file that begins anew with the process. */
export function openLog(file: string | null): { log: ProcessLog; close(): void } {
  const destination = pino.destination({ dest: file ?? 1, sync: false, mkdir: true, append: file === null });
  // A pipe that nobody reads any more must not end the product.
  destination.on("error", () => {});
  const serializers = { err: scrubbedText };
  const log = pino({ base: undefined, timestamp: pino.stdTimeFunctions.isoTime, serializers }, destination);
  return {
    log,
    close() {
      try {
        destination.flushSync();
      } catch {
        // Not yet open: nothing was written.
      }
    },
  };
}

const wellFormed = /^[A-Za-z0-9_-]{8,64}$/;

/** The id that a trusted proxy gave the request, or a new one. */
export function requestIdOf(given: string | string[] | undefined, isTrusted: boolean): string {
  return isTrusted && typeof given === "string" && wellFormed.test(given) ? given : randomUUID();
}
