import type { Backend } from "~/clients/backend";
import { dataOrNothing } from "~/control-panel/frame/data-or-nothing.server";
import {
  authorisePanel,
  chooseOrganization,
  loadPanelOrganizations,
  type Panel,
  permitList,
  seesEverybody,
} from "~/control-panel/frame/panel.server";
import { type GroupPupilsData, loadClassPupils } from "~/control-panel/groups/groups.server";
import { fetchList } from "~/control-panel/lists/fetch-list.server";
import { daysOf } from "~/reading-statistics/reading-period.server";
import { bcp47, realmRow } from "~/realms/realm";
import type { Job } from "~/services/contracts/jobs";
import type { PanelOrganization } from "~/services/contracts/pages/panel-frame";
import { panelListHref } from "~/shell/list-address";
import { loadSchoolState, type SchoolState } from "./school-state.server";

/** Maximum number of organisations shown; users with more search in the list. */
const maxOrganizations = 30;

/** Pupils that need attention: their number, and the list of them. */
export type Waiting = {
  id: "withoutGroup" | "neverSignedIn" | "withoutBadge";
  count: number;
  hasMore: boolean;
  to: string;
};

export type ClassWithPupils = { group: { id: string; name: string }; pupils: GroupPupilsData };

export type OverviewData = {
  /** Groups of which the user is a member. */
  classes: Array<{ id: string; name: string; reading: { minutes: number; readers: number } | null }>;
  /** Pupils of the user's classes if these are few: most daily actions concern one of them. */
  pupils: ClassWithPupils[];
  /** The user's assignments with submissions, latest first. */
  handedIn: Array<{ id: string; title: string; group: string; submitted: number; all: number }>;
  waiting: Waiting[];
  /** State of the chosen school; null for super users, who do not belong to one. */
  state: SchoolState | null;
  /** The user's jobs of the last 24 hours. */
  jobs: Job[];
  /** Id of a school where the user may add pupils. */
  addTo: string | null;
  name: string;
  organizations: Array<{ id: string; name: string; type: string }>;
  hasMoreOrganizations: boolean;
  isSuperUser: boolean;
};

export async function loadOverview(backend: Backend, request: Request): Promise<OverviewData> {
  const panel = await authorisePanel(backend, request);
  const organizations = await loadPanelOrganizations(panel, request);
  const listed = organizations.filter((organization) => organization.actions.includes("ListUsers"));
  const school = chooseOrganization(organizations, new URL(request.url).searchParams.get("organization"));
  const own = panel.user.isSuperUser ? null : school;
  const pendingClasses = ownClasses(panel, request);
  const [classes, pupils, handedIn, waiting, state, jobs] = await Promise.all([
    pendingClasses,
    pendingClasses.then((groups) => pupilsOfFew(panel, request, groups)),
    own ? handedInTo(panel, request) : [],
    own ? waitingAt(panel, request, own) : [],
    own ? loadSchoolState(panel, request, own) : null,
    jobsOfToday(panel, request),
  ]);
  return {
    ...{ classes, pupils, handedIn, waiting, state, jobs },
    addTo: own?.actions.includes("CreateUser") ? own.id : null,
    name: panel.user.name,
    isSuperUser: panel.user.isSuperUser,
    organizations: listed.slice(0, maxOrganizations).map(({ id, name, type }) => ({ id, name, type })),
    hasMoreOrganizations: listed.length > maxOrganizations,
  };
}

/** Classes of which the user is a member; empty for super users. */
async function ownClasses(panel: Panel, request: Request): Promise<OverviewData["classes"]> {
  if (panel.user.isSuperUser) return [];
  const call = panel.client.getUserGroups({ params: { id: panel.user.uid } }, panel.credentials);
  const data = (await dataOrNothing(panel.backend, request, call)) ?? [];
  const { compare } = new Intl.Collator(bcp47(realmRow(panel.realm).locale), { numeric: true });
  const classes = data.map(({ id, name }) => ({ id, name })).sort((one, other) => compare(one.name, other.name));
  const isLong = classes.length > classesWithReading;
  return Promise.all(
    classes.map(async (group) => ({
      ...group,
      reading: isLong ? null : await readingOfWeek(panel, request, group.id),
    })),
  );
}

/** With more classes, pupils are not shown on the overview: users open a class or search. */
const classesWithPupils = 3;

async function pupilsOfFew(
  panel: Panel,
  request: Request,
  classes: OverviewData["classes"],
): Promise<ClassWithPupils[]> {
  if (classes.length > classesWithPupils) return [];
  const loaded = await Promise.all(
    classes.map(async ({ id, name }) => ({
      group: { id, name },
      pupils: await loadClassPupils(panel, request, id),
    })),
  );
  return loaded.flatMap(({ group, pupils }) =>
    pupils && !pupils.failed && pupils.list.rows.length > 0 ? [{ group, pupils }] : [],
  );
}

/** With more classes, reading is only shown on the classes' own pages. */
const classesWithReading = 12;

async function readingOfWeek({ backend, user, credentials }: Panel, request: Request, id: string) {
  const input = { params: { id }, query: daysOf(7, user.realm, new Date()) };
  const data = await dataOrNothing(backend, request, backend.clients.library.getGroupReading(input, credentials));
  return data && { minutes: data.minutes, readers: data.readers };
}

const maxSubmitted = 5;

async function handedInTo({ backend, credentials }: Panel, request: Request): Promise<OverviewData["handedIn"]> {
  const call = backend.clients.submissions.getAssignments({ query: {} }, credentials);
  const rows = (await dataOrNothing(backend, request, call)) ?? [];
  return rows
    .flatMap(({ id, title, group, counts }) => {
      if (!counts?.submitted || group.isDeleted) return [];
      const { submitted, writing, notBegun } = counts;
      return [{ ...{ id, title, submitted, group: group.name }, all: submitted + writing + notBegun }];
    })
    .slice(0, maxSubmitted);
}

const waitingFilters: Record<Waiting["id"], Record<string, unknown>> = {
  withoutGroup: { withoutGroup: true },
  neverSignedIn: { neverSignedIn: true, status: "active" },
  withoutBadge: { hasBadge: false, status: "active" },
};

/** Numbers of pupils who need attention; zero counts are omitted. */
async function waitingAt(panel: Panel, request: Request, school: PanelOrganization): Promise<Waiting[]> {
  const { id, actions } = school;
  let permission: Promise<boolean> | undefined;
  const permitted = (Object.keys(waitingFilters) as Waiting["id"][]).filter(
    (name) => name !== "withoutBadge" || actions.includes("EditBadge"),
  );
  const counts = await Promise.all(
    permitted.map(async (name) => {
      const filters = waitingFilters[name];
      const query = { filters: JSON.stringify(filters), pageSize: 1 };
      const { rows: meta } = await fetchList(panel, request, {
        list: "schoolUser",
        key: ["waiting", id, query],
        fetch: async () => (await panel.client.getStudents({ params: { id }, query }, panel.credentials)).body.meta,
        // A total of 0 may be cached too.
        count: () => 1,
        seesEverybody: seesEverybody(school),
        permit: () => (permission ??= permitList(panel, id, "ListUsers")),
      });
      const to = panelListHref("/controlpanel/students", { organization: id, filters });
      return { id: name, count: meta?.totalCount ?? 0, hasMore: meta?.more ?? false, to };
    }),
  );
  return counts.filter(({ count }) => count > 0);
}

const maxJobs = 5;
const oneDay = 24 * 60 * 60 * 1000;

async function jobsOfToday(panel: Panel, request: Request): Promise<Job[]> {
  const query = { pageSize: maxJobs };
  const data = (await dataOrNothing(panel.backend, request, panel.client.getJobs({ query }, panel.credentials))) ?? [];
  return data.filter(({ createdAt }) => Date.now() - Date.parse(createdAt) < oneDay);
}
