import type { ServiceError } from "~/services/contracts/service-error";

/** The wait after too many attempts, as the sign-in service measures it, in the forms' messages. */

const tooManyAttempts = "too_many_attempts";
/** Seconds, if the response had no Retry-After. */
const usualWait = 15 * 60;

/** The problem as a form's error; after too many attempts with the seconds to wait: `too_many_attempts 45`. */
export function problemWithWait(problem: string, error: ServiceError): string {
  const seconds = error.headers?.["retry-after"];
  return problem === tooManyAttempts && seconds ? `${problem} ${seconds}` : problem;
}

/** Key of the message for an error of `problemWithWait`, and the wait in words for it. */
export function readProblem(error: string, language: string): { problem: string; wait: string } {
  const [problem = error, seconds = usualWait] = error.split(" ");
  return { problem, wait: waitInWords(language, Number(seconds)) };
}

/** `45 seconds`, `15 minutes`, `2 hours`: never less than the wait. */
export function waitInWords(language: string, seconds: number): string {
  const [unit, length] = seconds < 60 ? ["second", 1] : seconds < 3600 ? ["minute", 60] : (["hour", 3600] as const);
  const count = Math.ceil(seconds / length);
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count);
}
