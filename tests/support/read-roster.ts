import type { Roster, RosterPerson } from "~/services/.server/sync/roster/roster";
import type { SourceOptions } from "~/services/.server/sync/roster/source-options";

/** A roster with its people in memory, by id. */
export type ReadRoster = Roster & { byId: Record<string, RosterPerson> };

export async function readToEnd(roster: Roster | Promise<Roster>): Promise<ReadRoster> {
  const read = await roster;
  const byId: Record<string, RosterPerson> = {};
  for await (const person of read.people) byId[person.sourceId] = person;
  return { ...read, byId };
}

/** Read options for tests: the date is 24 November 2026, sources are on this machine, and retries wait briefly. */
export function sourceOptions(limits: SourceOptions["limits"] = {}, signal?: AbortSignal): SourceOptions {
  return {
    signal: signal ?? new AbortController().signal,
    now: () => new Date("2026-11-24T12:00:00Z"),
    limits: { privateAddresses: "allow", retryMs: 5, pageSize: 4, ...limits },
  };
}
