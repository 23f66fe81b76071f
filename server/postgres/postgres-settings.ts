import os from "node:os";

/** What the product's own PostgreSQL is started with; whoever sets it up elsewhere finds the same in docs/operating.md. */

const mebibyte = 2 ** 20;

/** Holds the tables and indexes of a country of a million people; more is left to the system's file cache. */
const mostBuffers = 1024;
/** PostgreSQL's own. */
const fewestBuffers = 128;

/**
 * PostgreSQL's shared_buffers: an eighth of the memory, since the product and the system's file cache need the rest. Reading pages
 * from the file cache again and again made a search twice as slow. Decision 1.
 * @param memory bytes that this process may have
 * @returns e.g. `512MB`
 */
export function sharedBuffers(memory: number): string {
  const eighth = Math.floor(memory / 8 / mebibyte);
  return `${Math.min(Math.max(eighth, fewestBuffers), mostBuffers)}MB`;
}

/** A container's limit, where there is one. */
function availableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem();
}

export const postgresSettings: Record<string, string> = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "100",
  shared_buffers: sharedBuffers(availableMemory()),
  // Handing each page to one of three workers took up to seven times as long as reading it from the system's memory.
  io_method: "sync",
  timezone: "UTC",
  log_timezone: "UTC",
  // Statements and their parameters hold personal data.
  log_min_error_statement: "panic",
  log_parameter_max_length_on_error: "0",
};
