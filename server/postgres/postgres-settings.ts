import os from "node:os";

/** Settings of the embedded PostgreSQL; docs/operating.md recommends the same for external servers. */

const mebibyte = 2 ** 20;

/** Upper limit in MB, enough for the tables and indexes of a country with a million people; the rest is left to the file cache. */
const maxBuffers = 1024;
/** Lower limit in MB, PostgreSQL's default. */
const minBuffers = 128;

/**
 * PostgreSQL's shared_buffers: an eighth of the memory, since the product and the system's file cache need the rest. With smaller buffers
 * a search took twice as long, because it read pages from the file cache repeatedly. Decision 1.
 * @param memory bytes available to this process
 * @returns e.g. `512MB`
 */
export function sharedBuffers(memory: number): string {
  const eighth = Math.floor(memory / 8 / mebibyte);
  return `${Math.min(Math.max(eighth, minBuffers), maxBuffers)}MB`;
}

/** Bytes of available memory, within a container's limit. */
function availableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem();
}

export const postgresSettings: Record<string, string> = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "100",
  shared_buffers: sharedBuffers(availableMemory()),
  // Reading through one of three worker processes took up to seven times as long as reading from the file cache directly.
  io_method: "sync",
  timezone: "UTC",
  log_timezone: "UTC",
  // Statements and their parameters contain personal data.
  log_min_error_statement: "panic",
  log_parameter_max_length_on_error: "0",
};
