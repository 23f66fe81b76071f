import { dataOrNothing } from "~/control-panel/frame/data-or-nothing.server";
import type { Panel } from "~/control-panel/frame/panel.server";
import { importRight } from "~/control-panel/frame/panel-rights";
import { hasImportedNobody } from "~/control-panel/import/import-intents";
import { syncJobHref, syncRight } from "~/control-panel/sync/sync-intents";
import { getTranslator } from "~/i18n/i18n.server";
import { daysOf } from "~/reading-statistics/reading-period.server";
import { addDays, dayIn } from "~/realms/realm";
import type { Import } from "~/services/contracts/import-entity";
import type { ImportState } from "~/services/contracts/import-states";
import type { PanelOrganization } from "~/services/contracts/pages/panel-frame";
import type { SubscriptionPeriod } from "~/services/contracts/subscription-periods";
import type { SyncJob } from "~/services/contracts/sync";

/**
 * State of a school for the overview: imports and syncs, subscriptions, reading. Parts that the user may not view are omitted. States are
 * translated here: sending the texts of imports and syncs to the overview would be too large.
 */

export type SchoolState = {
  school: { id: string; name: string };
  lastImport: { id: string; fileName: string; at: string; state: string } | null;
  /** Invalid and failed rows of the latest import, unless it was discarded. */
  wrongRows: { count: number; to: string } | null;
  /** Runs of a roster sync that wait for approval. */
  heldSyncs: Array<{ name: string; to: string }>;
  /** The latest run of any source. */
  lastSync: { name: string; at: string; state: string; to: string } | null;
  /** Subscriptions that end soon without a successor. */
  expiring: Array<{ type: string; label: string; end: string }>;
  /** Of the last seven days. */
  reading: { minutes: number; readers: number } | null;
};

/** Days before its end from which an expiring subscription is shown. */
const soon = 45;

export async function loadSchoolState(
  panel: Panel,
  request: Request,
  { id, name, actions }: PanelOrganization,
): Promise<SchoolState> {
  const may = (action: string) => actions.includes(action);
  const [imports, runs, expiring, reading] = await Promise.all([
    may(importRight) ? latestImports(panel, request, id) : [],
    may(syncRight) ? lastRuns(panel, request, id) : [],
    may("ViewAudit") ? expiringPeriods(panel, request, id) : [],
    may("ViewReading") ? readingOfWeek(panel, request, id) : null,
  ]);
  const [last] = imports;
  const { heldSyncs, lastSync } = syncStateOf(runs);
  const [tImport, tSync] = await Promise.all([
    last && getTranslator(request, "import"),
    lastSync && getTranslator(request, "sync"),
  ]);
  return {
    school: { id, name },
    lastImport:
      last && tImport
        ? {
            id: last.id,
            fileName: last.fileName,
            at: last.importedAt ?? last.createdAt,
            state: tImport(hasImportedNobody(last) ? "done.none" : `states.${last.state}`),
          }
        : null,
    wrongRows: wrongRowsOf(last),
    heldSyncs,
    lastSync: lastSync && tSync ? { ...lastSync, state: tSync(`states.${lastSync.state}`) } : null,
    expiring,
    reading,
  };
}

/** States in which the rows of a file still need attention. */
const open: readonly ImportState[] = ["ready", "imported", "stopped"];

function wrongRowsOf(last: Import | undefined): SchoolState["wrongRows"] {
  if (!last || !open.includes(last.state)) return null;
  const count = last.outcomes.wrong + last.results.failed;
  return count > 0 ? { count, to: `/controlpanel/import/${last.id}` } : null;
}

async function latestImports({ backend, client, credentials }: Panel, request: Request, id: string): Promise<Import[]> {
  const call = client.getImports({ params: { id }, query: { pageSize: 1 } }, credentials);
  return (await dataOrNothing(backend, request, call)) ?? [];
}

/** Maximum number of runs per source to search for one that waits. */
const maxRuns = 25;

/** The latest run of each source; after a failed one also the earlier runs, since one of them may still wait for approval. */
async function lastRuns({ backend, credentials }: Panel, request: Request, orgId: string): Promise<SyncJob[]> {
  const { sync } = backend.clients;
  const sources = (await dataOrNothing(backend, request, sync.getSyncs({ params: { orgId } }, credentials))) ?? [];
  const runs = sources.map(async ({ syncId, lastJob }) => {
    if (lastJob?.state !== "failed") return lastJob ? [lastJob] : [];
    const call = sync.getSyncJobs({ params: { orgId, syncId }, query: { pageSize: maxRuns } }, credentials);
    return (await dataOrNothing(backend, request, call)) ?? [lastJob];
  });
  return (await Promise.all(runs)).flat();
}

/** @param runs the latest run of each source, and others that may wait for approval */
export function syncStateOf(runs: readonly SyncJob[]): Pick<SchoolState, "heldSyncs" | "lastSync"> {
  const [last] = [...runs].sort((one, other) => other.createdAt.localeCompare(one.createdAt));
  return {
    heldSyncs: runs
      .filter(({ state }) => state === "held")
      .map(({ jobId, syncName }) => ({ name: syncName, to: syncJobHref(jobId) })),
    lastSync: last
      ? { name: last.syncName, at: last.endedAt ?? last.createdAt, state: last.state, to: syncJobHref(last.jobId) }
      : null,
  };
}

async function expiringPeriods({ backend, realm, credentials }: Panel, request: Request, id: string) {
  const query = { pageSize: 100, filters: JSON.stringify({ owner: id }) };
  const call = backend.clients.customerManagement.getSchoolUnitPeriods({ query }, credentials);
  const periods = (await dataOrNothing(backend, request, call)) ?? [];
  return endingSoon(periods, dayIn(realm, new Date()));
}

/**
 * Active subscriptions that end within `soon` days without a successor, earliest first, each with its last day.
 * @param today ISO 8601 date
 */
export function endingSoon(periods: readonly SubscriptionPeriod[], today: string): SchoolState["expiring"] {
  const horizon = addDays(today, soon);
  const isFollowed = ({ type, end, uid }: SubscriptionPeriod) =>
    periods.some(
      (other) => other.uid !== uid && other.type === type && (other.end === null || other.end > (end ?? "")),
    );
  return periods
    .filter((period) => period.active && period.end !== null && period.end <= horizon && !isFollowed(period))
    .map(({ type, label, end }) => ({ type, label, end: end ?? "" }))
    .sort((one, other) => one.end.localeCompare(other.end));
}

async function readingOfWeek({ backend, realm, credentials }: Panel, request: Request, id: string) {
  const input = { params: { id }, query: daysOf(7, realm, new Date()) };
  const data = await dataOrNothing(backend, request, backend.clients.library.getSchoolReading(input, credentials));
  return data && { minutes: data.minutes, readers: data.readers };
}
