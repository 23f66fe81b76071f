/** Network error codes of an unreachable server. */
const netErrors = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN"],
]);

/** SQLSTATEs of connection exceptions, a server that stops, starts or crashed, too many connections, and a statement timeout. */
const serverErrors = /^(08\w{3}|57P0[123]|53300|57014)$/;

/** SQLSTATE of a database that accepts no connections, if it ends the connection; else an ordinary error (wrong object state). */
const closed = "55000";

/** Driver errors without a code. */
const driverErrors =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error)/;

/**
 * Whether a query failed because its database was unreachable or the connection was lost: the query itself is valid and may be
 * repeated. docs/product/choices.md#health.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, syscall, severity } = cause as Error & { code?: unknown; syscall?: unknown; severity?: unknown };
    // ENOENT counts only for connect: a missing socket means a missing server, any other missing file is a bug.
    if (typeof code === "string" && (netErrors.has(code) || serverErrors.test(code))) return true;
    if (code === "ENOENT" && syscall === "connect") return true;
    if (code === closed && severity === "FATAL") return true;
    if (driverErrors.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseUnavailable)) return true;
  }
  return false;
}

/** Runs idempotent work, and once more if the database was unreachable or too slow. */
export async function retryOnceIfUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return await work();
  }
}
