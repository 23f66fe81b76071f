/** What the net says of a server that is not there, or no more. */
const netErrors = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN"],
]);

/**
 * SQLSTATE: connection exceptions, a server that stops, starts or crashed, one that takes nobody more, and a statement that took too long.
 */
const serverErrors = /^(08\w{3}|57P0[123]|53300|57014)$/;

/** SQLSTATE of a database that takes nobody, when it ends the connection; a question that comes too early has it too. */
const closed = "55000";

/** What the driver says without a code. */
const driverErrors =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error)/;

/**
 * Whether a query failed because its database was unreachable or the connection was lost: the query itself is valid and may be
 * repeated. docs/product/choices.md#health.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, syscall, severity } = cause as Error & { code?: unknown; syscall?: unknown; severity?: unknown };
    // A socket's file that is missing is a server that is; any other file is a mistake of ours.
    if (typeof code === "string" && (netErrors.has(code) || serverErrors.test(code))) return true;
    if (code === "ENOENT" && syscall === "connect") return true;
    if (code === closed && severity === "FATAL") return true;
    if (driverErrors.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseUnavailable)) return true;
  }
  return false;
}
