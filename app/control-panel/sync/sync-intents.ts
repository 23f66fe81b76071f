import type { SyncJob, SyncJobAction } from "~/services/contracts/sync";

/** What the forms of roster sync do. */

export const settingsIntents = {
  active: "active",
  dryRun: "dry-run",
  schools: "schools",
  searchSchools: "search-schools",
} as const;
export const sourceIntents = { save: "save", run: "run", check: "check", delete: "delete" } as const;
export const jobIntents = {
  release: "release",
  refuse: "refuse",
  undo: "undo",
  choose: "choose",
  chooseRest: "choose-rest",
} as const;

/** Of an organisation: its people may be synchronised. */
export const syncRight = "SyncUsers";

export function isOffered({ actions }: Pick<SyncJob, "actions">, action: SyncJobAction): boolean {
  return actions.some(({ id, active }) => id === action && active);
}

/** Whether something is going on that the page follows. */
export function isAtWork({ state }: Pick<SyncJob, "state">): boolean {
  return ["queued", "reading", "writing", "undoing"].includes(state);
}

/** What is searched for among the schools of the organisation's map. */
export const schoolSearchField = "schoolSearch";

export const syncHref = (organization: string) => `/controlpanel/sync?organization=${organization}`;
export const sourceHref = (organization: string, id: string) => `/controlpanel/sync/${organization}/sources/${id}`;
export const jobHref = (id: string) => `/controlpanel/sync/jobs/${id}`;
/** In an address: a source that is not there yet. */
export const newSource = "new";
