import os from "node:os";

/** What the product's own PostgreSQL is started with; whoever sets it up elsewhere finds the same in docs/operating.md. */

const mebibyte = 2 ** 20;

/** Tables and indexes of a country of a million: what is kept beside them is the system's. */
const mostBuffers = 1024;
/** PostgreSQL's own. */
const fewestBuffers = 128;

/**
 * How much PostgreSQL may keep of what it read: an eighth of the memory. The product lives beside it, and the system keeps files in
 * memory too; taking a page from there again and again made a search twice as slow. Decision 1.
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
