import type { Backend } from "~/clients/backend";
import { dataOrNothing } from "~/control-panel/frame/data-or-nothing.server";
import {
  authorisePanel,
  chooseOrganization,
  loadPanelOrganizations,
  type Panel,
} from "~/control-panel/frame/panel.server";
import { type GroupPupilsData, loadClassPupils } from "~/control-panel/groups/groups.server";
import { daysOf } from "~/reading-statistics/reading-period.server";
import { bcp47, realmRow } from "~/realms/realm";
import type { Job } from "~/services/contracts/jobs";
import { type Attention, attentionFilters, type OverviewRead } from "~/services/contracts/pages/overview";
import { isForced, panelListHref } from "~/shell/list-address";
import { loadSchoolState, type SchoolState } from "./school-state.server";

/** Maximum number of organisations shown; users with more search in the list. */
const maxOrganizations = 30;

/** Pupils that need attention: their number, and the list of them. */
export type Waiting = {
  id: Attention;
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
  /** Refunds and disputes of families' payments, for super users. */
  reversals: OverviewRead["reversals"];
  /** How many statements about contracts wait for a super user. */
  statements: number;
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
  const pendingRead = readOverview(panel, request, own?.id ?? null);
  const pendingClasses = pendingRead.then((read) => withReading(panel, request, read.classes));
  const [read, classes, pupils, handedIn, state] = await Promise.all([
    pendingRead,
    pendingClasses,
    pendingRead.then((each) => pupilsOfFew(panel, request, inOrder(panel, each.classes))),
    own ? handedInTo(panel, request) : [],
    own ? loadSchoolState(panel, request, own) : null,
  ]);
  const waiting = own ? waitingAt(own.id, read.waiting) : [];
  const jobs = read.jobs.filter(({ createdAt }) => Date.now() - Date.parse(createdAt) < oneDay);
  return {
    ...{ classes, pupils, handedIn, waiting, state, jobs, reversals: read.reversals, statements: read.statements },
    addTo: own?.actions.includes("CreateUser") ? own.id : null,
    name: panel.user.name,
    isSuperUser: panel.user.isSuperUser,
    organizations: listed.slice(0, maxOrganizations).map(({ id, name, type }) => ({ id, name, type })),
    hasMoreOrganizations: listed.length > maxOrganizations,
  };
}

const nothing: OverviewRead = { classes: [], waiting: [], jobs: [], reversals: [], statements: 0 };

/** What the overview shows of the control panel's data; nothing if the service failed. */
async function readOverview(panel: Panel, request: Request, school: string | null): Promise<OverviewRead> {
  const query = { ...(school ? { school } : {}), ...(isForced(request) ? { isFresh: "true" as const } : {}) };
  const call = panel.client.getOverviewPage({ query }, panel.credentials);
  return (await dataOrNothing(panel.backend, request, call)) ?? nothing;
}

/** Classes in alphabetical order, numbers by their value. */
function inOrder({ realm }: Panel, classes: OverviewRead["classes"]): OverviewRead["classes"] {
  const { compare } = new Intl.Collator(bcp47(realmRow(realm).locale), { numeric: true });
  return [...classes].sort((one, other) => compare(one.name, other.name));
}

function withReading(panel: Panel, request: Request, read: OverviewRead["classes"]): Promise<OverviewData["classes"]> {
  const classes = inOrder(panel, read);
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
  classes: OverviewRead["classes"],
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

/** With a link to the pupils who need attention. */
function waitingAt(organization: string, counts: OverviewRead["waiting"]): Waiting[] {
  return counts.map((each) => {
    const to = panelListHref("/controlpanel/students", { organization, filters: attentionFilters[each.id] });
    return { ...each, to };
  });
}

const oneDay = 24 * 60 * 60 * 1000;
