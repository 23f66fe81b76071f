import { beforeAll, describe, expect, test } from "vitest";
import { rolesWithPages, type Target, targetIn } from "#tests/support/page-matrix";
import type { FormFields } from "#tests/support/page-server";

/**
 * Bad input in the control panel's forms and addresses: each mistake is shown beside its field, the input is kept, and
 * nothing fails with a server error. The tests of the services cover what each field accepts.
 */

const scene = rolesWithPages();
let target: Target;

beforeAll(async () => {
  target = await targetIn(scene.database, "se", "se-1001", "super.se", {});
});

let made = 0;
const person = (): FormFields => {
  made += 1;
  return {
    intent: "save",
    name: "Somebody",
    username: `bad.input.${made}`,
    status: "on",
    organizations: target.school,
  };
};
const group = (): FormFields => {
  made += 1;
  return { intent: "save", name: `Group ${made}`, type: "class", organization: target.school };
};
const unit = (): FormFields => ({ intent: "save", name: "School", type: "sub_school", status: "on" });

/** A form, its path, valid fields, invalid values for every field with an error, and a valid value that is kept. */
type Form = [form: string, path: () => string, right: () => FormFields, wrong: FormFields, kept: [string, string]];
const long = "x".repeat(3000);
const wrongPerson = { username: "a b", email: "no address", firstName: "Åsa 😀", externalId: long, ageFilter: "old" };
const wrongGroup = { name: "", type: "choir", typicalSchoolEntryYear: "12", ageFilter: "-5", externalId: "a\u202Eb" };
const wrongUnit = { name: "", type: "choir", pupilNumber: "many", postalCode: "1", phone: "a\0b", crmId: long };
const forms: Form[] = [
  ["a new pupil", () => "/controlpanel/students/new", person, wrongPerson, ["name", "Somebody"]],
  ["a new employee", () => "/controlpanel/employees/new", person, { ...wrongPerson, sms: "1" }, ["name", "Somebody"]],
  ["a pupil", () => `/controlpanel/students/${target.student}`, person, wrongPerson, ["name", "Somebody"]],
  ["a new group", () => "/controlpanel/groups/new", group, wrongGroup, ["name", ""]],
  ["a group", () => `/controlpanel/groups/${target.group}?tab=settings`, group, wrongGroup, ["name", ""]],
  ["a new organisation", () => "/controlpanel/organizations/new", unit, wrongUnit, ["city", "Ystad"]],
  ["an organisation", () => `/controlpanel/organizations/${target.school}`, unit, wrongUnit, ["city", "Ystad"]],
];

describe("given a form with every field invalid", () => {
  test.each(forms)(
    "%s: returns 400, shows each error beside its field and keeps the input",
    async (_form, path, right, wrong, validField) => {
      const [field, value] = validField;
      const response = await scene.pages.post(scene.browsers.super, path(), { ...right(), [field]: value, ...wrong });
      expect(response.status).toBe(400);
      const page = await response.text();
      const linkedFields = [...page.matchAll(/<a href="#[^"]*-(\w+)"/g)].map(([, name]) => name);
      const fieldNames = Object.keys(wrong).filter((name) => new RegExp(`name="${name}"`).test(page));
      expect(fieldNames.length).toBeGreaterThan(3);
      expect(linkedFields).toEqual(expect.arrayContaining(fieldNames));
      expect(page.match(/aria-invalid="true"/g)).toHaveLength(fieldNames.length);
      if (value) expect(page).toContain(`value="${value}"`);
      // Messages of the schema library are for developers.
      expect(page).not.toMatch(/Invalid (UUID|input|option)|Too (big|small):/);
    },
  );

  test.each(forms)(
    "%s: returns 400 for markup, which it escapes, and for a megabyte of text",
    async (_form, path, right) => {
      for (const externalId of ["<script>alert(1)</script>", "x".repeat(1_000_000)]) {
        const fields = { ...right(), name: "", externalId, comment: externalId };
        const response = await scene.pages.post(scene.browsers.super, path(), fields);
        expect(response.status).toBe(400);
        expect(await response.text()).not.toContain("<script>alert(1)</script>");
      }
    },
  );

  // Without 1 MB: these forms send an id, not a text.
  const ids = ["", "a", "a\0b", "a\u202Eb", "<script>alert(1)</script>"];
  const pupil = () => `/controlpanel/students/${target.student}`;
  const groupPage = () => `/controlpanel/groups/${target.group}?tab=settings`;
  const school = () => `/controlpanel/organizations/${target.school}`;
  test.each([
    ["joinPlace", pupil, 400, 400],
    ["addRelative", pupil, 400, 400],
    ["removeRelative", pupil, 400, 400],
    ["move", school, 400, 400],
    // Removing a place, a session or a member that does not exist has nothing to do.
    ["leavePlace", pupil, 302, 302],
    ["endSession", pupil, 302, 302],
    ["removeMember", groupPage, 302, 400],
    // An unknown person is reported by a notice on the page to which the response redirects.
    ["addMember", groupPage, 302, 400],
  ] as Array<[string, () => string, number, number]>)(
    "given an invalid id, %s is rejected (400) or has nothing to do (302)",
    async (intent, path, ofNobody, ofNoText) => {
      for (const id of ids) {
        const response = await scene.pages.post(scene.browsers.super, path(), { intent, id });
        expect([id, response.status]).toEqual([id, id === "" || id.includes("\0") ? ofNoText : ofNobody]);
      }
    },
  );
});

/** The path to which a form redirects, or its status. */
const outcomeOf = (response: Response) => response.headers.get("location")?.split("?")[0] ?? response.status;

/** Forms about the user: valid fields, fields to make invalid, the outcome for NUL or 1 MB, and for other text. */
type OwnForm = [
  path: string,
  right: FormFields,
  wrong: readonly string[],
  ofNoText: number | string,
  ofText: number | string,
];
const secondFactor = "/login/escalate";
const reader = { intent: "reader", rate: "100", volume: "100", theme: "page" };
const passwords = { currentPassword: "x", password: "blue-owls-42", passwordAgain: "blue-owls-42" };
const ownForms: OwnForm[] = [
  ["/profile", { intent: "change-email", currentPassword: "x" }, ["email"], 400, 400],
  ["/profile", { intent: "change-email", email: "me@school.example" }, ["currentPassword"], 400, secondFactor],
  ["/profile", { intent: "change-password", ...passwords }, ["password"], 400, 400],
  ["/profile", { intent: "change-password", ...passwords }, ["currentPassword"], 400, secondFactor],
  ["/profile", { intent: "begin-second-factor" }, ["currentPassword"], 400, secondFactor],
  ["/profile", { intent: "confirm-second-factor" }, ["code", "secret"], 400, 400],
  ["/profile", { intent: "remove-second-factor" }, ["currentPassword"], 400, secondFactor],
  ["/profile", { intent: "end-session" }, ["id"], 400, 400],
  ["/profile", {}, ["intent"], 400, 400],
  ["/settings", reader, ["rate", "volume", "theme"], 400, 400],
  ["/settings", reader, ["intent"], 400, 400],
  // A switch is on or off, whatever its value is.
  ["/settings", reader, ["highlight", "autoPageTurn"], "/settings", "/settings"],
  ["/settings", { intent: "notices" }, ["confirmations"], "/settings", "/settings"],
  ["/settings", { intent: "remove-link" }, ["issuer", "subject"], 400, secondFactor],
  // These links work without a session and have no page for errors: an invalid value changes nothing.
  ["/preferences", { returnTo: "/profile" }, ["locale", "theme"], "/profile", "/profile"],
  ["/preferences", { locale: "sv" }, ["returnTo"], "/", "/"],
];

describe("a form about the user's own account", () => {
  test.each(ownForms)(
    "given %s with %o, when %o are invalid, then they are rejected or ignored",
    async (path, right, wrong, ...outcomes) => {
      const [ofNoText, ofText] = outcomes;
      const values = ["a\0b", "x".repeat(1_000_000), "a\u202Eb", "<script>alert(1)</script>"];
      for (const [at, value] of values.entries()) {
        const fields = Object.fromEntries(wrong.map((name) => [name, value]));
        const response = await scene.pages.post(scene.browsers.teacher, path, { ...right, ...fields });
        expect([value.slice(0, 30), outcomeOf(response)]).toEqual([value.slice(0, 30), at < 2 ? ofNoText : ofText]);
        const page = await response.text();
        expect(page).not.toContain("<script>alert(1)</script>");
        if (right.email && response.status === 400) expect(page).toContain(String(right.email));
      }
    },
  );
});

describe("given an address with invalid parameters", () => {
  const parameters = [
    ...["organization", "searchString", "filters", "sortBy", "sortDesc", "page", "itemsPerPage", "groupBy", "columns"],
    ...["cursor", "force", "tab", "draft", "member", "place", "relative", "above", "parent", "action", "from", "to"],
    "who",
  ];
  const lists = "/controlpanel/beta/manage";
  /** The parameter that alone decides the status, and that status when it is invalid. */
  const byFilters = ["filters", 302] as const;
  const byParent = ["parent", 404] as const;
  const byCursor = ["cursor", 404] as const;
  type Decided = readonly [parameter: string, outcome: number];
  const paths: Array<[string, () => string, Decided?]> = [
    ["a list of people", () => "/controlpanel/students", byFilters],
    ["a list of groups", () => "/controlpanel/groups", byFilters],
    ["a list of organisations", () => "/controlpanel/organizations", byFilters],
    ["the whole country's people", () => lists, byFilters],
    ["the whole country's groups", () => `${lists}?tab=groups`, byFilters],
    ["the whole country's organisations", () => `${lists}?tab=organizations`, byFilters],
    ["a pupil", () => `/controlpanel/students/${target.student}`],
    ["a group", () => `/controlpanel/groups/${target.group}?tab=settings`],
    ["an organisation", () => `/controlpanel/organizations/${target.school}`],
    ["a new pupil", () => "/controlpanel/students/new"],
    ["a new organisation", () => "/controlpanel/organizations/new", byParent],
    ["a pupil's log", () => `/controlpanel/students/${target.student}/log`, byCursor],
    ["an organisation's log", () => `/controlpanel/organizations/${target.school}/log`, byCursor],
  ];
  const values = ["", "a", "x".repeat(3000), "a\0b", "a\u202Eb", "<script>alert(1)</script>", "-5", "{", "{}"];

  const statusWith = async (path: string, pairs: Array<[string, string]>) => {
    const address = new URL(path, "http://here");
    // The tab in the path selects the list, so it is not replaced.
    const remaining = pairs.filter(([name]) => !address.searchParams.has(name));
    for (const [name, value] of remaining) address.searchParams.set(name, value);
    const response = await scene.pages.get(scene.browsers.super, address.pathname + address.search);
    await response.body?.cancel();
    return response.status;
  };

  test.each(paths)(
    "then %s ignores them (200), except the one that it depends on (302 or 404)",
    async (_page, path, decided) => {
      const others = parameters.filter((name) => name !== decided?.[0]);
      const found: Record<string, number> = {};
      for (const value of values) {
        const pairs = others.map((name): [string, string] => [name, value]);
        found[value.slice(0, 30)] = await statusWith(path(), pairs);
      }
      expect(found).toEqual(Object.fromEntries(values.map((value) => [value.slice(0, 30), 200])));
      if (decided) expect(await statusWith(path(), [[decided[0], "a\0b"]])).toBe(decided[1]);
    },
  );

  const ids = ["a%00b", "%F0%9F%98%80", "x".repeat(3000), "0", "%252f", "[object%20Object]"];
  test.each([
    ["/controlpanel/students/", ["", "/log", "/delete", "/restore"]],
    ["/controlpanel/groups/", [""]],
    ["/controlpanel/organizations/", ["", "/log", "/delete", "/restore"]],
    ["/controlpanel/jobs/", ["", "/file"]],
    ["/login/act-as?user=", [""]],
  ])("then an invalid id is not found (404) at %s", async (start, ends) => {
    for (const id of ids) {
      for (const end of ends) {
        const response = await scene.pages.get(scene.browsers.super, `${start}${id}${end}`);
        expect([id, end, response.status]).toEqual([id, end, 404]);
      }
    }
  });
});

test("of eleven failed sign-ins at once, one is rejected (429) with the wait in Retry-After", async () => {
  const guess = () =>
    scene.pages.post(scene.browsers.visitor, "/login", { username: "nobody.at.all", password: "not the password" });
  const responses = await Promise.all(Array.from({ length: 11 }, guess));
  const refused = responses.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
});
