import type { Database, Databases } from "~/db/.server/connect";
import type { Region } from "~/realms/realm";
import type { SecretBox } from "~/security/secret-box.server";
import type { IdentityDirectory } from "~/services/.server/directory/identity";
import type { QueuedWork } from "~/services/.server/jobs/queue";
import type { SyncCheck } from "~/services/contracts/sync";
import type { Roster } from "./roster/roster";
import type { StoredSource } from "./sync-store";

/** Opens a source for as long as `use` takes. @throws RosterSourceError */
export type WithRoster = <Result>(
  database: Database,
  source: StoredSource,
  signal: AbortSignal,
  use: (roster: Roster) => Promise<Result>,
) => Promise<Result>;

export type SyncDeps = {
  databases: Databases;
  identity: IdentityDirectory;
  /** Keeps secrets of sources unreadable. */
  secrets: SecretBox;
  withRoster: WithRoster;
  /** Asks a source with an address for its first schools. */
  checkSource(source: StoredSource): Promise<SyncCheck>;
  /** Sets work on a job or an import going, at once or some seconds later. */
  wake(region: Region, id: string, kind: QueuedWork["kind"], after?: number): Promise<void>;
  report(error: unknown): void;
};
