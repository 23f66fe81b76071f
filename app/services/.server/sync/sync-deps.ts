import type { Database, Databases } from "~/db/.server/connect";
import type { SecretBox } from "~/security/secret-box.server";
import type { IdentityDirectory } from "~/services/.server/directory/identity";
import type { JobQueue } from "~/services/.server/jobs/queue";
import type { SyncCheck } from "~/services/contracts/sync";
import type { Roster } from "./roster/roster";
import type { StoredSource } from "./sync-store";

/** Opens a source for the duration of `use`. @throws RosterSourceError */
export type WithRoster = <Result>(
  database: Database,
  source: StoredSource,
  signal: AbortSignal,
  use: (roster: Roster) => Promise<Result>,
) => Promise<Result>;

export type SyncDeps = {
  databases: Databases;
  identity: IdentityDirectory;
  /** Encrypts the secrets of sources. */
  secrets: SecretBox;
  withRoster: WithRoster;
  /** Requests the first schools from a source with an address. */
  checkSource(source: StoredSource): Promise<SyncCheck>;
  queue: Pick<JobQueue, "send">;
  report(error: unknown): void;
};
