import { expect } from "vitest";
import type { Database } from "~/db/.server/connect";
import { tableHashes } from "./table-hashes";

/** Tables that any page may write to: sessions, rate limits, and sign-in attempts that a page begins. */
const traces = ["web.sessions", "auth.rate_limits", "auth.sessions"];

/** Fails if the work writes a row of any other table. */
export async function expectNothingWritten(database: Database, work: () => Promise<void>): Promise<void> {
  const before = await tableHashes(database);
  await work();
  const after = await tableHashes(database);
  const changed = Object.keys(after).filter((table) => after[table] !== before[table] && !traces.includes(table));
  expect(changed).toEqual([]);
}
