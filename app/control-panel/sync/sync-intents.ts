import type { SyncJob, SyncJobAction } from "~/services/contracts/sync";

/** Intents of the roster sync forms. */

export const settingsIntents = {
  active: "active",
  dryRun: "dry-run",
  schools: "schools",
  searchSchools: "search-schools",
} as const;
export const sourceIntents = { save: "save", run: "run", check: "check", delete: "delete" } as const;
export const syncJobIntents = {
  release: "release",
  refuse: "refuse",
  undo: "undo",
  choose: "choose",
  chooseRest: "choose-rest",
} as const;

/** Action of an organisation that permits syncing its people. */
export const syncRight = "SyncUsers";

export function isOfferedBySync({ actions }: Pick<SyncJob, "actions">, action: SyncJobAction): boolean {
  return actions.some(({ id, active }) => id === action && active);
}

/** Whether the run is active, so that the page polls. */
export function isSyncAtWork({ state }: Pick<SyncJob, "state">): boolean {
  return ["queued", "reading", "writing", "undoing"].includes(state);
}

/** Name of the search field among the schools of the map. */
export const schoolSearchField = "schoolSearch";

export const syncHref = (organization: string) => `/controlpanel/sync?organization=${organization}`;
export const sourceHref = (organization: string, id: string) => `/controlpanel/sync/${organization}/sources/${id}`;
export const syncJobHref = (id: string) => `/controlpanel/sync/jobs/${id}`;
/** Placeholder id of a new source in URLs. */
export const newSource = "new";
