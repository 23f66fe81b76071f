import { sql } from "drizzle-orm";
import { beforeAll } from "vitest";
import type { Database } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { type PageServer, pageServer } from "./page-server";
import { type MatrixTarget, matrixTarget } from "./permission-matrix";
import { Browser, sessionScene } from "./session-scene";
import { signedInBrowser } from "./signed-in-browser";

export type { Database };

/** Access of every role to every page. docs/product/choices.md#default-permissions. */

/** Roles, in the order of the expected outcomes. */
export const roles = ["visitor", "student", "guardian", "teacher", "admin", "super"] as const;
export type Role = (typeof roles)[number];
/** Roles that use ids from elsewhere: the others are refused before a target is looked up, as their outcomes at the own school show. */
export const searchingRoles = ["teacher", "admin", "super"] as const;
export type Target = MatrixTarget & { job: string; import: string; syncJob: string; book: string };

/** New people, a group, a school, a job and an import for the school. */
export async function targetIn(
  database: Database,
  realm: Realm,
  schoolCode: string,
  starter: string,
  { where, isDeleted }: Pick<Page, "where" | "isDeleted">,
): Promise<Target> {
  const target = await matrixTarget(database, realm, schoolCode, where ?? "school");
  const gone = sql`set status = 'deleted', status_before = 'active', deleted_at = now()`;
  const people = [target.student, target.guardian, target.employee];
  if (isDeleted === "people") await database.execute(sql`update directory.users ${gone} where uid in ${people}`);
  if (isDeleted === "group") await database.execute(sql`update directory.groups ${gone} where uid = ${target.group}`);
  if (isDeleted === "school") {
    await database.execute(
      sql`update directory.organizations ${gone}, deleted_with = uid where uid = ${target.school}`,
    );
  }
  const { rows } = await database.execute<{ id: string }>(sql`
    insert into jobs.jobs (realm, kind, state, asked, started_by, is_secure, origin, expires_at)
    select ${realm}, 'export', 'done', '{"kind":"export","format":"csv","columns":[],"selection":{"ids":[]}}', uid, false, '', now() + interval '1 day'
    from directory.users where username = ${starter} returning id`);
  const { rows: imports } = await database.execute<{ id: string }>(sql`
    insert into imports.imports (realm, organization_id, root_id, state, file_name, file_size, started_by, is_secure)
    select o.realm, o.id, directory.root_of(o.id), 'ready', 'New people.xlsx', 1, u.uid, false
    from directory.organizations o, directory.users u where o.uid = ${target.school} and u.username = ${starter} returning id`);
  const { rows: syncJobs } = await database.execute<{ id: string }>(sql`
    with source as (
      insert into sync.sources (id, realm, organization_id, type, name)
      select gen_random_uuid(), realm, id, 'oneroster', ${target.secret} from directory.organizations where uid = ${target.school}
      returning id, realm, organization_id)
    insert into sync.jobs (realm, organization_id, sync_id, state, is_by_schedule, is_dry_run, started_by, is_secure)
    select realm, organization_id, id, 'held', true, false, gen_random_uuid(), false from source returning id`);
  return {
    ...target,
    job: rows[0]?.id ?? "",
    import: imports[0]?.id ?? "",
    syncJob: syncJobs[0]?.id ?? "",
    book: "no-such-book",
  };
}

/** A response's status, or the path it redirects to if that is a login page. */
export function outcomeOf(response: Response): number | string {
  const { pathname } = new URL(response.headers.get("location") ?? "/", "http://here");
  const isDoor = response.status === 302 && pathname.startsWith("/login");
  return isDoor ? pathname : response.status;
}

export type Page = {
  /** Where the target is created; `part` for pages that change a school itself. */
  where?: "part";
  /** Which part of the target is deleted beforehand. */
  isDeleted?: "people" | "group" | "school";
  path: (target: Target) => string;
  /** Outcomes for a target in the user's own school, in the order of `roles`. */
  own: ReadonlyArray<number | string>;
  /** Ends the session. */
  isLeaving?: true;
  /**
   * Outcome if the URL names another school's target: `hidden`: not found; `own`: a list, which shows the user's own
   * entries instead. Absent if the URL names no target.
   */
  elsewhere?: "hidden" | "own";
};

export const login = "/login";
export const staff = [login, 403, 403, 200, 200, 200];
export const administrators = [login, 403, 403, 403, 200, 200];
export const superUsers = [login, 403, 403, 403, 403, 200];
const anybody = [200, 200, 200, 200, 200, 200];
const signedIn = [login, 200, 200, 200, 200, 200];
const redirected = [302, 302, 302, 302, 302, 302];
const missing = [404, 404, 404, 404, 404, 404];
const toLogin = [login, login, login, login, login, login];
/** A teacher who sees only their own classes sees no colleagues. */
const ofStaff = [login, 403, 403, 404, 200, 200];
const at = (path: string, own: Page["own"]): Page => ({ path: () => path, own });
const leaving = (path: string): Page => ({ path: () => path, own: [200, 302, 302, 302, 302, 302], isLeaving: true });
const of = (path: Page["path"], own: Page["own"]): Page => ({ path, own, elsewhere: "hidden" });
const list = (path: Page["path"], own: Page["own"]): Page => ({ path, own, elsewhere: "own" });
const kinds = ["student", "guardian", "employee"] as const;
const ofPerson = (end: string, own: (kind: (typeof kinds)[number]) => Page["own"]): Page[] =>
  kinds.map((kind) => of((target) => `/controlpanel/${kind}s/${target[kind]}${end}`, own(kind)));

/** By route id. */
export const pageMatrix: Record<string, Page | Page[]> = {
  "routes/landing": at("/", anybody),
  "routes/bookshelf": at("/bookshelf", signedIn),
  // Its tokens: app/session/sign-in/player-link.test.ts.
  "routes/player-link": at("/bookshelf/play/id/no-such-book", [303, 303, 303, 303, 303, 303]),
  "routes/shelves": at("/shelves", signedIn),
  "routes/book": at("/books/no-such-book", [login, 404, 404, 404, 404, 404]),
  "routes/assignments": at("/assignments", signedIn),
  "routes/assignment": at("/assignments/no-such-one", [login, 404, 404, 404, 404, 404]),
  "routes/library": at("/library", redirected),
  "routes/library-bookshelf": leaving("/library/bookshelf"),
  "routes/library-not-found": { ...leaving("/library/nothing"), own: [404, 302, 302, 302, 302, 302] },
  // Whose code: app/services/.server/library/led/led-readings.test.ts.
  "routes/together": at("/together", [login, 200, 403, 403, 403, 403]),
  "routes/join": at("/join", [login, 200, 403, 403, 403, 403]),
  // Sample books open to anybody: app/services/.server/library/samples.test.ts.
  "routes/try": at("/try/no-such-book", missing),
  "routes/try.policy": at("/try/no-such-book/policy", missing),
  "routes/privacy": at("/privacy", anybody),
  "routes/legal": at("/legal/cookies", anybody),
  "routes/legal-version": at("/legal/cookies/1999-12-31", missing),
  "routes/browser-errors": at("/browser-errors", [405, 405, 405, 405, 405, 405]),
  "routes/preferences": at("/preferences", redirected),
  "routes/login": at("/login", [200, 302, 302, 302, 302, 302]),
  "routes/login.qr": at("/login/qr", anybody),
  // Who may join: app/session/joined-devices/joined-devices.test.ts.
  "routes/login.device": at("/login/device", anybody),
  "routes/login.pictures": at("/login/pictures", anybody),
  "routes/login.ak-bibliotheken": at("/login/ak-bibliotheken", anybody),
  "routes/login.forgot": at("/login/forgot", anybody),
  "routes/login.new-password": at("/login/new-password", anybody),
  "routes/login.with": at("/login/with/google", missing),
  "routes/login.with.callback": at("/login/with/google/callback", toLogin),
  "routes/login.callback": at("/login/callback", toLogin),
  "routes/login.escalate": at("/login/escalate", signedIn),
  "routes/login.act-as": of((target) => `/login/act-as?user=${target.student}`, [login, 404, 404, 404, 200, 200]),
  "routes/outbox": at("/outbox", anybody),
  "routes/restore-account": at("/restore-account", anybody),
  "routes/confirm-email": at("/confirm-email", anybody),
  // Only guests can sign up; users who are no family have nothing to pay.
  "routes/withdraw": at("/withdraw", anybody),
  "routes/cancel-contract": at("/cancel-contract", missing),
  "routes/signup": at("/signup", [200, 302, 302, 302, 302, 302]),
  "routes/signup.payment": at("/signup/payment", [302, 302, 302, 302, 302, 302]),
  "routes/signup.success": at("/signup/success", anybody),
  "routes/subscription": at("/subscription", [login, 404, 404, 404, 404, 404]),
  "routes/profile": at("/profile", signedIn),
  // Only families delete their account themselves: app/profile/delete-account.test.ts.
  "routes/profile.delete": at("/profile/delete", [login, 404, 404, 404, 404, 404]),
  "routes/profile.export": at("/profile/export", signedIn),
  // Only families have children: app/family/family-pages.test.ts. Which children:
  // app/reading-statistics/children-pages.test.ts.
  "routes/children": at("/children", [login, 404, 200, 404, 404, 404]),
  "routes/child-reading": at("/children/no-such-child", [login, 404, 404, 404, 404, 404]),
  "routes/child-reading-file": at("/children/no-such-child/file", [login, 404, 404, 404, 404, 404]),
  "routes/who-is-reading": at("/who-is-reading", [login, 404, 404, 404, 404, 404]),
  // Only where a child reads: app/family/parent-pin.test.ts.
  "routes/parent-pin": at("/who-is-reading/parent", [login, 302, 302, 302, 302, 302]),
  "routes/profile.new-child": at("/profile/children/new", [login, 404, 404, 404, 404, 404]),
  "routes/profile.child": at(`/profile/children/${crypto.randomUUID()}`, [login, 404, 404, 404, 404, 404]),
  "routes/profile.child-device": at(`/profile/children/${crypto.randomUUID()}/device`, [
    login,
    404,
    404,
    404,
    404,
    404,
  ]),
  "routes/profile.remove-child": at(`/profile/children/${crypto.randomUUID()}/remove`, [
    login,
    404,
    404,
    404,
    404,
    404,
  ]),
  "routes/settings": at("/settings", signedIn),
  // No provider is configured here; settings/links.test.ts has one.
  "routes/settings.link": at("/settings/link/google", [login, 404, 404, 404, 404, 404]),
  "routes/logout": { ...leaving("/logout"), own: redirected },
  "routes/services": at("/services/control-panel/v1/me", [401, 401, 401, 401, 401, 401]),
  "routes/manifest": at("/manifest.webmanifest", anybody),
  "routes/reader.settings": at("/reader/settings", redirected),
  // It shows the device's own books and contains no personal data.
  "routes/reader.offline": at("/reader/offline", anybody),
  "routes/reader.holder": at("/reader/holder", anybody),
  "routes/reader.test-player": at("/reader/test-player", signedIn),
  "routes/reader": at("/reader/no-such-book", [login, 404, 404, 404, 404, 404]),
  "routes/reader.policy": at("/reader/no-such-book/policy", [401, 404, 404, 404, 404, 404]),
  "routes/reader.files": at("/reader/no-such-book/files", [401, 404, 404, 404, 404, 404]),
  "routes/reader.next": at("/reader/no-such-book/next", [401, 404, 404, 404, 404, 404]),
  "routes/reader.submissions": at("/reader/submissions?contextId=no-such-book", [401, 200, 200, 200, 200, 200]),
  "routes/reader.submission": at("/reader/submissions/no-such-one", [401, 404, 404, 404, 404, 404]),
  "routes/reader.together": at("/reader/together", [401, 200, 200, 200, 200, 200]),
  "routes/reader.led-reading": at("/reader/together/no-such-one", [401, 404, 404, 404, 404, 404]),
  // A stream, whose refusals are events: app/reader/together/turn-stream.test.ts.
  "routes/reader.turns": at("/reader/together/no-such-one/turns", anybody),
  "routes/reader.bookmarks": at("/reader/no-such-book/bookmarks", [401, 404, 404, 404, 404, 404]),
  "routes/reader.class-notes": at("/reader/no-such-book/class-notes", [401, 404, 404, 404, 404, 404]),
  "routes/reader.annotations": at("/reader/no-such-book/annotations", [401, 404, 404, 404, 404, 404]),
  "routes/reader.words": at("/reader/no-such-book/words?from=sv", [401, 404, 404, 404, 404, 404]),
  "routes/reader.my-words": at("/reader/my-words", [401, 200, 200, 200, 200, 200]),
  "routes/controlpanel/layout": at("/controlpanel", staff),
  "routes/controlpanel/overview": at("/controlpanel", staff),
  "routes/controlpanel/choices": at("/controlpanel/choices?of=organizations", staff),
  "routes/controlpanel/books": at("/controlpanel/books", superUsers),
  "routes/controlpanel/catalogue-book": at("/controlpanel/books/no-such-book", [login, 403, 403, 403, 403, 404]),
  "routes/controlpanel/new-book": at("/controlpanel/books/new", superUsers),
  "routes/controlpanel/families": at("/controlpanel/families", superUsers),
  "routes/controlpanel/family-statements": at("/controlpanel/families/statements", superUsers),
  ...Object.fromEntries(
    ["", "-refund", "-extension"].map((page) => [
      `routes/controlpanel/family${page}`,
      at(`/controlpanel/families/no-such-family${{ "-refund": "/refund/pi_1", "-extension": "/extend" }[page] ?? ""}`, [
        login,
        403,
        403,
        403,
        403,
        404,
      ]),
    ]),
  ),
  "routes/controlpanel/manage": at("/controlpanel/beta/manage", superUsers),
  "routes/controlpanel/groups": list((target) => `/controlpanel/groups?organization=${target.school}`, staff),
  "routes/controlpanel/new-group": list(
    (target) => `/controlpanel/groups/new?organization=${target.school}`,
    administrators,
  ),
  "routes/controlpanel/group": of((target) => `/controlpanel/groups/${target.group}`, staff),
  "routes/controlpanel/search": list(() => "/controlpanel/search?q=anna", staff),
  "routes/controlpanel/add-pupils": of((target) => `/controlpanel/groups/${target.group}/add`, administrators),
  "routes/controlpanel/restore-group": {
    ...of((target) => `/controlpanel/groups/${target.group}/restore`, [login, 403, 403, 404, 404, 200]),
    isDeleted: "group",
  },
  "routes/controlpanel/assignments": at("/controlpanel/assignments", staff),
  "routes/controlpanel/new-assignment": at("/controlpanel/assignments/new", staff),
  // Access by owner is up to the service: tests/matrix/foreign-ids.test.ts.
  "routes/controlpanel/assignment": at("/controlpanel/assignments/no-such-one", [login, 403, 403, 404, 404, 404]),
  "routes/controlpanel/edit-assignment": at("/controlpanel/assignments/no-such-one/edit", [
    ...[login, 403, 403, 404, 404, 404],
  ]),
  "routes/controlpanel/assignment-answers": at("/controlpanel/assignments/no-such-one/answers", [
    ...[login, 403, 403, 404, 404, 404],
  ]),
  "routes/controlpanel/jobs": at("/controlpanel/jobs", staff),
  "routes/controlpanel/job": of((target) => `/controlpanel/jobs/${target.job}`, [login, 403, 403, 200, 404, 404]),
  "routes/controlpanel/job-file": of(
    (target) => `/controlpanel/jobs/${target.job}/file`,
    [login, 403, 403, 404, 404, 404],
  ),
  "routes/controlpanel/import": of((target) => `/controlpanel/import?organization=${target.school}`, administrators),
  "routes/controlpanel/import-template": of(
    (target) => `/controlpanel/import/template?organization=${target.school}`,
    administrators,
  ),
  "routes/controlpanel/one-import": of((target) => `/controlpanel/import/${target.import}`, administrators),
  "routes/controlpanel/import-corrections": of(
    (target) => `/controlpanel/import/${target.import}/corrections`,
    administrators,
  ),
  // Password sheets are only for the user who started the import, and this one has none.
  "routes/controlpanel/import-slips": of(
    (target) => `/controlpanel/import/${target.import}/slips`,
    [login, 403, 403, 403, 404, 404],
  ),
  "routes/controlpanel/sync": of((target) => `/controlpanel/sync?organization=${target.school}`, administrators),
  "routes/controlpanel/sync-source": of((target) => `/controlpanel/sync/${target.school}/sources/new`, administrators),
  "routes/controlpanel/sync-job": of((target) => `/controlpanel/sync/jobs/${target.syncJob}`, administrators),
  "routes/controlpanel/organizations": at("/controlpanel/organizations", staff),
  "routes/controlpanel/new-organization": of(
    (target) => `/controlpanel/organizations/new?parent=${target.school}`,
    superUsers,
  ),
  "routes/controlpanel/organization": of((target) => `/controlpanel/organizations/${target.school}`, staff),
  "routes/controlpanel/delete-organization": of(
    (target) => `/controlpanel/organizations/${target.school}/delete`,
    superUsers,
  ),
  "routes/controlpanel/move-organization": of(
    (target) => `/controlpanel/organizations/${target.school}/move`,
    superUsers,
  ),
  "routes/controlpanel/restore-organization": {
    ...of((target) => `/controlpanel/organizations/${target.school}/restore`, [login, 403, 403, 404, 404, 200]),
    where: "part",
    isDeleted: "school",
  },
  "routes/controlpanel/deleted": of((target) => `/controlpanel/organizations/${target.school}/deleted`, administrators),
  "routes/controlpanel/organization-log": of(
    (target) => `/controlpanel/organizations/${target.school}/log`,
    administrators,
  ),
  "routes/controlpanel/organization-periods": of(
    (target) => `/controlpanel/organizations/${target.school}/periods`,
    administrators,
  ),
  // For the teachers of the class alone.
  "routes/controlpanel/group-notes": of(
    (target) => `/controlpanel/groups/${target.group}/notes`,
    [login, 403, 403, 200, 403, 403],
  ),
  ...Object.fromEntries(
    ["", "/file"].flatMap((end) => [
      [
        `routes/controlpanel/group-reading${end.replace("/", "-")}`,
        of((target) => `/controlpanel/groups/${target.group}/reading${end}`, staff),
      ],
      [
        `routes/controlpanel/organization-reading${end.replace("/", "-")}`,
        of((target) => `/controlpanel/organizations/${target.school}/reading${end}`, staff),
      ],
      [
        `routes/controlpanel/person-reading${end.replace("/", "-")}`,
        of((target) => `/controlpanel/students/${target.student}/reading${end}`, staff),
      ],
    ]),
  ),
  "routes/controlpanel/group-shelf": of((target) => `/controlpanel/groups/${target.group}/shelf`, staff),
  "routes/controlpanel/organization-shelf": of(
    (target) => `/controlpanel/organizations/${target.school}/shelf`,
    administrators,
  ),
  "routes/controlpanel/person-shelf": ofPerson("/shelf", (kind) => (kind === "employee" ? ofStaff : staff)),
  "routes/controlpanel/people": ["students", "guardians", "employees", "users"].map((kind) =>
    list(
      (target) => `/controlpanel/${kind}?organization=${target.school}`,
      kind === "employees" ? administrators : staff,
    ),
  ),
  "routes/controlpanel/new-person": ["students", "guardians", "employees"].map((kind) =>
    list((target) => `/controlpanel/${kind}/new?organization=${target.school}`, administrators),
  ),
  "routes/controlpanel/person": ofPerson("", (kind) => (kind === "employee" ? ofStaff : staff)),
  "routes/controlpanel/person-log": ofPerson("/log", () => administrators),
  "routes/controlpanel/delete-person": ofPerson("/delete", (kind) => (kind === "employee" ? ofStaff : administrators)),
  "routes/controlpanel/confirm-act-on-person": ofPerson("/confirm/new-password", (kind) =>
    kind === "employee" ? ofStaff : staff,
  ),
  "routes/controlpanel/appoint-administrator": of(
    ({ employee }) => `/controlpanel/employees/${employee}/administrator`,
    ofStaff,
  ),
  "routes/controlpanel/person-periods": ofPerson("/periods", () => administrators),
  "routes/controlpanel/restore-person": ofPerson("/restore", () => [login, 403, 403, 404, 200, 200]).map((page) => ({
    ...page,
    isDeleted: "people" as const,
  })),
  "routes/not-found": at("/nothing-here", missing),
};

/** The pages as one list: route id, index among the route's pages, page. */
export const pageRows = Object.entries(pageMatrix).flatMap(([route, page]) =>
  [page].flat().map((each, place) => [route, place, each] as const),
);

export const origin = "https://se.localhost";

/** One browser per role, all of se, with a database of demo users of se and no. */
async function everybody(): Promise<{ database: Database; browsers: Record<Role, Browser> }> {
  const { eu } = await sessionScene(["se", "no"]);
  const browsers = { visitor: new Browser(origin) } as Record<Role, Browser>;
  for (const role of roles.slice(1)) browsers[role] = await signedInBrowser(origin, `${role}.se`);
  return { database: eu, browsers };
}

export type Everybody = { database: Database; browsers: Record<Role, Browser>; pages: PageServer };

/** All roles with the real pages, for the tests of one file; filled before the first of them. */
export function rolesWithPages(): Everybody {
  const scene = {} as Everybody;
  beforeAll(async () => {
    Object.assign(scene, await everybody());
    scene.pages = await pageServer();
  });
  return scene;
}

/** Other places: another school of the realm, another realm; with the user who started the jobs there. */
export const elsewhere = [
  ["se", "se-1002", "guardian.se"],
  ["no", "no-1001", "admin.no"],
] as const;
