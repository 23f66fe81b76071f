import { beforeAll, describe, expect, test } from "vitest";
import {
  administrators,
  elsewhere,
  login,
  origin,
  outcomeOf,
  type Page,
  roles,
  rolesWithPages,
  searchingRoles,
  staff,
  superUsers,
  type Target,
  targetIn,
} from "#tests/support/page-matrix";
import type { FormFields } from "#tests/support/page-server";
import { tableHashes } from "#tests/support/table-hashes";
import type { Realm } from "~/realms/realm";
import { readNotice } from "~/shell/notice.server";

/**
 * Every form of the control panel, submitted by every role: accepted at the own school from roles with the right, refused elsewhere
 * without writing. A route with a form that is missing here fails the test. docs/security.md, lines 19 and 20.
 */

const scene = rolesWithPages();
/** The teacher's index in `roles`. */
const matrixTeacher = roles.indexOf("teacher");
let made = 0;

type Form = Pick<Page, "where" | "isDeleted" | "own"> & {
  path: (target: Target) => string;
  form: (target: Target) => FormFields;
  /** Whether the form creates something, so that a foreign id is a wrong value (400). */
  isMaking?: true;
  /** Whether a target out of scope is 403 and not 404: docs/product/control-panel.md#errors. */
  isForbidden?: true;
  /** Tables that a refused form may write to. */
  traces?: string[];
};

/** Outcomes of a form that redirects after success. */
const done = (own: ReadonlyArray<number | string>) => own.map((outcome) => (outcome === 200 ? 302 : outcome));
const byStaff = done(staff);
const byAdministrators = done(administrators);
/** A teacher who sees only their own classes sees no employees (404). */
const byAdministratorsOfStaff = byAdministrators.map((outcome, index) => (matrixTeacher === index ? 404 : outcome));
const bySuperUsers = done(superUsers);
const resultForStaff = staff;
const refusedByNotice = "refused by a notice";
const refusedToStaff = [login, 403, 403, refusedByNotice, refusedByNotice, refusedByNotice];
/** Outcomes where a teacher does not see the target (404) and administrators may act. */
const hiddenButForAdministrators = [login, 403, 403, 404, 302, 302];

const pupil =
  (end = "") =>
  (target: Target) =>
    `/controlpanel/students/${target.student}${end}`;
const school =
  (end = "") =>
  (target: Target) =>
    `/controlpanel/organizations/${target.school}${end}`;
/** Outcomes of intents that an import refuses before its start. */
const importOutcomes: Record<string, Form["own"]> = {
  // The file of the matrix has no such sheet.
  sheets: [login, 403, 403, 403, refusedByNotice, refusedByNotice],
  undo: [login, 403, 403, 403, refusedByNotice, refusedByNotice],
  nonsense: [login, 403, 403, 400, 400, 400],
};
const group = (target: Target) => `/controlpanel/groups/${target.group}?tab=settings`;
const personForm = { intent: "save", name: "Changed", username: "", status: "on", email: "", version: "1" };
const username = () => {
  made += 1;
  return `changed.${made}`;
};

const forms: Record<string, Record<string, Form>> = {
  "routes/controlpanel/person": {
    save: { path: pupil(), form: () => ({ ...personForm, username: username() }), own: byStaff },
    "save a colleague": {
      path: ({ employee }) => `/controlpanel/employees/${employee}`,
      form: () => ({ ...personForm, username: username() }),
      own: byAdministratorsOfStaff,
    },
    groups: { path: pupil(), form: () => ({ intent: "groups" }), own: byStaff },
    places: {
      path: pupil(),
      form: ({ school: id }) => ({ intent: "places", version: "1", [`active:${id}`]: "on" }),
      own: byStaff,
    },
    joinPlace: {
      path: pupil(),
      form: ({ school: id }) => ({ intent: "joinPlace", id }),
      // The student is already a member.
      own: [login, 403, 403, 400, 400, 400],
    },
    leavePlace: {
      path: pupil(),
      form: ({ school: id }) => ({ intent: "leavePlace", id }),
      // It is the student's only school.
      own: [login, 403, 403, 400, 400, 400],
    },
    addRelative: { path: pupil(), form: ({ guardian: id }) => ({ intent: "addRelative", id }), own: byStaff },
    removeRelative: { path: pupil(), form: ({ guardian: id }) => ({ intent: "removeRelative", id }), own: byStaff },
    resetPassword: { path: pupil(), form: () => ({ intent: "resetPassword" }), own: resultForStaff },
    endSessions: { path: pupil(), form: () => ({ intent: "endSessions" }), own: byStaff },
    endSession: {
      path: pupil(),
      form: () => ({ intent: "endSession", id: crypto.randomUUID() }),
      own: byStaff,
    },
    issueBadge: { path: pupil(), form: () => ({ intent: "issueBadge" }), own: resultForStaff },
    voidBadge: { path: pupil(), form: () => ({ intent: "voidBadge" }), own: byStaff },
    issuePictures: { path: pupil(), form: () => ({ intent: "issuePictures" }), own: resultForStaff },
    voidPictures: { path: pupil(), form: () => ({ intent: "voidPictures" }), own: byStaff },
    nonsense: { path: pupil(), form: () => ({ intent: "nonsense" }), own: [login, 403, 403, 400, 400, 400] },
  },
  "routes/controlpanel/new-person": {
    add: {
      path: () => "/controlpanel/students/new",
      form: ({ school: id }) => ({ ...personForm, username: username(), organizations: id }),
      own: byAdministrators,
      isMaking: true,
    },
  },
  "routes/controlpanel/appoint-administrator": {
    appoint: {
      path: ({ employee }) => `/controlpanel/employees/${employee}/administrator`,
      form: ({ school: organization }) => ({ organization, currentPassword: "not the caller's" }),
      // The realm requires a second factor, and none of these sessions has one.
      own: [login, 403, 403, 404, "/login/escalate", "/login/escalate"],
    },
  },
  "routes/controlpanel/delete-person": {
    delete: { path: pupil("/delete"), form: () => ({ sure: "on" }), own: byAdministrators },
  },
  "routes/controlpanel/restore-person": {
    restore: { path: pupil("/restore"), form: () => ({}), own: [login, 403, 403, 404, 302, 302], isDeleted: "people" },
  },
  "routes/controlpanel/group": {
    save: {
      path: group,
      form: ({ secret }) => ({ intent: "save", name: `Changed ${secret}`, type: "class", version: "1" }),
      own: byStaff,
    },
    newCode: { path: group, form: () => ({ intent: "newCode" }), own: byStaff },
    noCode: { path: group, form: () => ({ intent: "noCode" }), own: byStaff },
    addMember: { path: group, form: ({ guardian: id }) => ({ intent: "addMember", id }), own: byAdministrators },
    removeMember: { path: group, form: ({ student: id }) => ({ intent: "removeMember", id }), own: byStaff },
    delete: { path: group, form: () => ({ intent: "delete", sure: "on" }), own: byAdministrators },
    nonsense: { path: group, form: () => ({ intent: "nonsense" }), own: [login, 403, 403, 400, 400, 400] },
  },
  "routes/controlpanel/add-pupils": {
    add: {
      path: ({ group: id }) => `/controlpanel/groups/${id}/add`,
      form: ({ student: ids }) => ({ ids, old: "stay" }),
      own: byAdministrators,
    },
  },
  "routes/controlpanel/restore-group": {
    restore: {
      path: ({ group: id }) => `/controlpanel/groups/${id}/restore`,
      form: () => ({}),
      own: hiddenButForAdministrators,
      isDeleted: "group",
    },
  },
  "routes/controlpanel/new-group": {
    add: {
      path: () => "/controlpanel/groups/new",
      form: ({ school: organization, secret }) => ({ name: `New ${secret}`, type: "class", organization }),
      own: byAdministrators,
      isMaking: true,
    },
  },
  "routes/controlpanel/organization": {
    save: {
      path: school(),
      form: () => ({ intent: "save", name: "Changed", type: "sub_school", status: "on" }),
      own: [login, 403, 403, 404, 302, 302],
      where: "part",
    },
    addPerson: {
      path: school(),
      form: ({ student: id }) => ({ intent: "addPerson", id }),
      own: [login, 403, 403, refusedByNotice, 302, 302],
    },
    free: { path: school(), form: () => ({ intent: "free" }), own: bySuperUsers, where: "part" },
    move: {
      path: school(),
      form: ({ school: id }) => ({ intent: "move", id }),
      own: [login, 403, 403, 403, 403, 400],
      where: "part",
    },
    nonsense: { path: school(), form: () => ({ intent: "nonsense" }), own: [login, 403, 403, 400, 400, 400] },
  },
  "routes/controlpanel/new-organization": {
    add: {
      path: () => "/controlpanel/organizations/new",
      form: ({ school: parent }) => ({ name: "New", type: "sub_school", status: "on", parent }),
      own: bySuperUsers,
      isMaking: true,
    },
  },
  "routes/controlpanel/delete-organization": {
    delete: {
      path: school("/delete"),
      form: () => ({ sure: "on" }),
      own: [login, 403, 403, 404, 403, 302],
      where: "part",
    },
  },
  "routes/controlpanel/deleted": {
    restorePerson: {
      path: school("/deleted"),
      form: ({ student: id }) => ({ intent: "restore-person", id, kind: "students" }),
      own: hiddenButForAdministrators,
      isDeleted: "people",
    },
    restorePeople: {
      path: school("/deleted"),
      form: ({ student: id }) => ({ intent: "restore-people", people: `students ${id}` }),
      own: hiddenButForAdministrators,
      isDeleted: "people",
    },
    restoreGroup: {
      path: school("/deleted"),
      form: ({ group: id }) => ({ intent: "restore-group", id }),
      own: hiddenButForAdministrators,
      isDeleted: "group",
    },
  },
  // An unknown book is refused by a notice, after the check of the shelf's owner.
  "routes/controlpanel/person-shelf": {
    put: { path: pupil("/shelf"), form: () => ({ intent: "put", book: "none" }), own: refusedToStaff },
  },
  "routes/controlpanel/organization-shelf": {
    take: {
      path: school("/shelf"),
      form: () => ({ intent: "take", book: "none" }),
      own: byAdministrators,
      isForbidden: true,
    },
  },
  "routes/controlpanel/group-shelf": {
    take: {
      path: ({ group: id }) => `/controlpanel/groups/${id}/shelf`,
      form: () => ({ intent: "take", book: "none" }),
      own: byStaff,
      isForbidden: true,
    },
  },
  "routes/controlpanel/organization-periods": {
    add: {
      path: school("/periods"),
      form: () => ({ intent: "add", type: "fabel-preschool", start: "2050-01-01", end: "2050-01-02" }),
      own: bySuperUsers,
    },
  },
  "routes/controlpanel/person-periods": {
    add: {
      path: pupil("/periods"),
      form: () => ({ intent: "add", type: "fabel-preschool", start: "2050-01-01", end: "2050-01-02" }),
      own: bySuperUsers,
    },
  },
  "routes/controlpanel/restore-organization": {
    restore: { path: school("/restore"), form: () => ({}), own: bySuperUsers, where: "part", isDeleted: "school" },
  },
  "routes/controlpanel/job": {
    cancel: {
      path: ({ job }) => `/controlpanel/jobs/${job}`,
      form: () => ({ intent: "cancel" }),
      own: [login, 403, 403, 302, 404, 404],
    },
  },
  "routes/controlpanel/one-import": Object.fromEntries(
    ["choose-rest", "sheets", "choose-rest-groups", "cancel", "undo", "nonsense"].map((intent) => [
      intent,
      {
        path: ({ import: id }: Target) => `/controlpanel/import/${id}`,
        form: (): FormFields => (intent === "sheets" ? { intent, sheet: "Elever" } : { intent }),
        own: importOutcomes[intent] ?? byAdministrators,
      },
    ]),
  ),
  "routes/controlpanel/sync": {
    active: {
      path: ({ school }) => `/controlpanel/sync?organization=${school}`,
      form: () => ({ intent: "active", active: "on" }),
      own: byAdministrators,
    },
  },
  "routes/controlpanel/sync-source": {
    save: {
      path: ({ school }) => `/controlpanel/sync/${school}/sources/new`,
      form: () => ({ intent: "save", name: "Register", type: "file", version: "1.2", syncId: crypto.randomUUID() }),
      own: byAdministrators,
    },
  },
  "routes/controlpanel/sync-job": {
    refuse: {
      path: ({ syncJob }) => `/controlpanel/sync/jobs/${syncJob}`,
      form: () => ({ intent: "refuse" }),
      own: byAdministrators,
    },
  },
  "routes/controlpanel/bulk": {
    ask: {
      path: () => "/controlpanel/students/bulk",
      form: ({ school: organization, student: ids }) => ({ act: "deactivate", organization, ids }),
      own: staff,
    },
    "ask for an administrator's action": {
      path: () => "/controlpanel/students/bulk",
      form: ({ school: organization, student: ids }) => ({ act: "delete", organization, ids }),
      own: [login, 403, 403, refusedByNotice, 200, 200],
    },
  },
  "routes/login.act-as": {
    "without a reason": {
      path: ({ student }) => `/login/act-as?user=${student}`,
      form: () => ({ reason: "" }),
      own: [login, 400, 400, 400, 400, 400],
    },
    "with one": {
      path: ({ student }) => `/login/act-as?user=${student}`,
      form: () => ({ reason: "helping on the phone" }),
      own: [login, 403, 403, 403, "/login/callback", "/login/callback"],
      // A refusal is logged.
      traces: ["auth.events"],
    },
  },
};

/** Forms about the caller or about nobody: they contain no id of a school, a group or another person. */
const ofOneself = [
  // Its ids of others are covered by foreign-ids.test.ts.
  ...["routes/book", "routes/bookshelf", "routes/shelves", "routes/preferences", "routes/login", "routes/login.qr"],
  ...["routes/login.device", "routes/login.pictures", "routes/login.ak-bibliotheken", "routes/login.escalate"],
  ...["routes/login.forgot", "routes/login.new-password", "routes/confirm-email"],
  // A link names the account; the family's own account.
  ...["routes/restore-account", "routes/profile.delete"],
  // The rights are covered by foreign-ids.test.ts and library/led/led-readings.test.ts.
  ...["routes/together", "routes/reader.together", "routes/reader.led-reading"],
  "routes/join",
  "routes/profile",
  "routes/settings",
  "routes/services",
  "routes/reader.settings",
  "routes/reader.lastmark",
  ...["routes/reader.readlogs", "routes/reader.events"],
  ...["routes/reader.bookmarks", "routes/reader.annotations", "routes/reader.my-words"],
  // The caller's own things by id: the rights are covered by foreign-ids.test.ts.
  ...["routes/reader.submission", "routes/assignment", "routes/reader.note-set", "routes/reader.shared-note"],
  // The family's own data, found by its session: app/payment/**/*-pages.test.ts.
  ...["routes/signup", "routes/signup.payment", "routes/signup.success", "routes/subscription"],
  // The family's own contract, or one named by its number and address: payment/contract-statements.test.ts.
  ...["routes/withdraw", "routes/cancel-contract"],
  // The family's own profiles: app/family/family-pages.test.ts.
  ...["routes/who-is-reading", "routes/profile.new-child", "routes/profile.child", "routes/profile.remove-child"],
  // session/joined-devices/joined-devices.test.ts.
  ...["routes/profile.child-device", "routes/parent-pin"],
  "routes/browser-errors",
  "routes/not-found",
  "routes/library-not-found",
  // For super users only, in their own realm: covered by foreign-ids.test.ts and route-matrix.test.ts.
  ...["routes/controlpanel/new-book", "routes/controlpanel/book-upload", "routes/controlpanel/catalogue-book"],
  // For super users only, in their own country: payment/access.test.ts, route-matrix.test.ts.
  ...["routes/controlpanel/families", "routes/controlpanel/family-statements"],
  ...["routes/controlpanel/family-refund", "routes/controlpanel/family-extension"],
  // For the caller's own classes: covered by foreign-ids.test.ts and submissions/assignment-endpoints.test.ts.
  ...["routes/controlpanel/new-assignment", "routes/controlpanel/edit-assignment", "routes/controlpanel/assignment"],
  // File uploads: the right is covered by foreign-ids.test.ts.
  ...["routes/controlpanel/import", "routes/controlpanel/import-upload"],
  // The caller's own list preferences.
  "routes/controlpanel/people",
  "routes/controlpanel/groups",
  "routes/controlpanel/organizations",
  "routes/controlpanel/manage",
];

const rows = Object.entries(forms).flatMap(([route, named]) =>
  Object.entries(named).map(([name, form]) => [route.replace("routes/", ""), name, form] as const),
);

describe("every form", () => {
  test("has a row in the matrix", () => {
    const withAction = scene.pages.routes.filter((route) => route.hasAction).map(({ id }) => id);
    expect([...Object.keys(forms), ...ofOneself].sort()).toEqual(withAction.sort());
  });

  test.each(["/nothing-here", "/library/nothing"])("posted to the unknown path %s returns 404", async (path) => {
    for (const role of roles) expect((await scene.pages.post(scene.browsers[role], path, {})).status).toBe(404);
  });

  test.each(rows)(
    "%s: %s at the own school has the expected outcome for each role",
    async (_route, _name, { path, form, own, ...where }) => {
      const found: Array<number | string> = [];
      for (const role of roles) {
        const target = await targetIn(scene.database, "se", "se-1001", "teacher.se", where);
        const response = await scene.pages.post(scene.browsers[role], path(target), form(target));
        found.push((await isRefusedByNotice(response)) ? refusedByNotice : outcomeOf(response));
      }
      expect(found).toEqual(own);
    },
  );

  test.each(rows.filter(([, , { traces }]) => traces))(
    "%s: %s is refused elsewhere, and writes nothing but its traces",
    async (_route, _name, form) => {
      for (const place of elsewhere) {
        const target = await targetAt(place, form);
        const { outcomes, written } = await submitAlone(place, form, target);
        expect(outcomes).toEqual([]);
        expect(written).toEqual([]);
      }
    },
  );
});

const withoutTraces = rows.filter(([, , { traces }]) => !traces);
/** Realm, code of a school, and who starts its jobs. */
type Place = readonly [Realm, string, string];

describe.each(elsewhere)("every form with ids of %s %s", (...place) => {
  const targets = new Map<Form, Target>();
  let before: Record<string, string>;
  beforeAll(async () => {
    for (const [, , form] of withoutTraces) targets.set(form, await targetAt(place, form));
    before = await tableHashes(scene.database);
  });
  const targetOf = (form: Form) => targets.get(form) as Target;

  test.each(withoutTraces)("%s: %s is refused", async (_route, _name, form) => {
    expect(await wrongOutcomes(place, form, targetOf(form))).toEqual([]);
  });

  test("none of them has written anything", async () => {
    const after = await tableHashes(scene.database);
    if (changedTables(before, after).length === 0) return;
    const guilty: string[] = [];
    for (const [route, name, form] of withoutTraces) {
      const { written } = await submitAlone(place, form, targetOf(form));
      if (written.length > 0) guilty.push(`${route}: ${name} has written to ${written}`);
    }
    expect(guilty).toEqual([]);
    expect(changedTables(before, after), "written to by forms that do not write again").toEqual([]);
  });
});

function targetAt([realm, code, starter]: Place, { where, isDeleted }: Form): Promise<Target> {
  return targetIn(scene.database, realm, code, starter, { where, isDeleted });
}

/** Submits a form as each role, and returns the roles that are not refused as they should be. */
async function wrongOutcomes([realm]: Place, each: Form, target: Target): Promise<string[]> {
  const wrong: string[] = [];
  for (const role of searchingRoles) {
    // A super user has rights in the whole realm.
    if (role === "super" && realm === "se") continue;
    const outcome = outcomeOf(await scene.pages.post(scene.browsers[role], each.path(target), each.form(target)));
    if (!refusalsOf(each, roles.indexOf(role)).includes(outcome)) wrong.push(`${role}: ${outcome}`);
  }
  return wrong;
}

/** The same, with the tables that were written to. */
async function submitAlone(place: Place, form: Form, target: Target) {
  const before = await tableHashes(scene.database);
  const outcomes = await wrongOutcomes(place, form, target);
  const changed = changedTables(before, await tableHashes(scene.database));
  return { outcomes, written: changed.filter((table) => !form.traces?.includes(table)) };
}

function changedTables(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys(after).filter((table) => after[table] !== before[table]);
}

/** Whether the response sets an error notice that says why nothing was done. */
async function isRefusedByNotice(response: Response): Promise<boolean> {
  const notice = response.headers.getSetCookie().find((cookie) => cookie.startsWith("fabel_notice="));
  const { notice: shownNotice } = await readNotice(
    new Request(origin, { headers: { cookie: notice?.split(";")[0] ?? "" } }),
  );
  return shownNotice?.type === "error";
}

/** Allowed outcomes for a role that uses an id from elsewhere. */
function refusalsOf({ own, isMaking, isForbidden }: Form, index: number): ReadonlyArray<number | string | undefined> {
  const outcome = own[index];
  if (outcome === login) return [login];
  if (isMaking) return [400, 403];
  if (isForbidden) return [403];
  if (outcome === 400) return [400, 403, 404];
  return outcome === 403 || outcome === "/login/callback" ? [403, 404] : [404];
}
