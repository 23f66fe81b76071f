import { beforeAll, describe, expect, test } from "vitest";
import { everybodyAtPages, type Target, targetIn } from "#tests/support/page-matrix";
import type { FormFields } from "#tests/support/page-server";

/**
 * Bad input through the real forms and addresses of the control panel: every mistake is told at once
 * beside its field, what was typed is kept, and nothing breaks. What each field takes is the services' to test.
 */

const scene = everybodyAtPages();
let target: Target;

beforeAll(async () => {
  target = await targetIn(scene.database, "se", "se-1001", "super.se", {});
});

const nasty: Record<string, string> = {
  nothing: "",
  "one letter": "a",
  "too long": "x".repeat(3000),
  "1 MB": "x".repeat(1_000_000),
  NUL: "a\0b",
  emoji: "Åsa 😀",
  "a mark of direction": "a\u202Eb",
  "half a pair": "a\uD800b",
  markup: "<script>alert(1)</script>",
  "a formula": "=1+1",
};

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

/** A form with every field wrong that can be, by what it is called in the summary, and a right value that is kept. */
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
  ["a group", () => `/controlpanel/groups/${target.group}`, group, wrongGroup, ["name", ""]],
  ["a new organisation", () => "/controlpanel/organizations/new", unit, wrongUnit, ["city", "Ystad"]],
  ["an organisation", () => `/controlpanel/organizations/${target.school}`, unit, wrongUnit, ["city", "Ystad"]],
];

describe("a form with every field wrong", () => {
  test.each(forms)(
    "%s: each is told beside its field, and what was typed is kept",
    async (_form, path, right, wrong, kept) => {
      const [field, value] = kept;
      const answer = await scene.pages.post(scene.browsers.super, path(), { ...right(), [field]: value, ...wrong });
      expect(answer.status).toBe(400);
      const page = await answer.text();
      const told = [...page.matchAll(/<a href="#[^"]*-(\w+)"/g)].map(([, name]) => name);
      const shown = Object.keys(wrong).filter((name) => new RegExp(`name="${name}"`).test(page));
      expect(shown.length).toBeGreaterThan(3);
      expect(told).toEqual(expect.arrayContaining(shown));
      expect(page.match(/aria-invalid="true"/g)).toHaveLength(shown.length);
      if (value) expect(page).toContain(`value="${value}"`);
      // The schema's own words are for programmers.
      expect(page).not.toMatch(/Invalid (UUID|input|option)|Too (big|small):/);
    },
  );

  test.each(forms)("%s: markup is text, and a megabyte breaks nothing", async (_form, path, right) => {
    for (const externalId of ["<script>alert(1)</script>", "x".repeat(1_000_000)]) {
      const fields = { ...right(), name: "", externalId, comment: externalId };
      const answer = await scene.pages.post(scene.browsers.super, path(), fields);
      expect(answer.status).toBe(400);
      expect(await answer.text()).not.toContain("<script>alert(1)</script>");
    }
  });

  const intents = ["groups", "places", "joinPlace", "leavePlace", "addRelative", "removeRelative", "endSession"];
  test.each([
    ...intents.map((intent): [string, string, () => string] => [
      intent,
      "id",
      () => `/controlpanel/students/${target.student}`,
    ]),
    ["groups", "groups", () => `/controlpanel/students/${target.student}`],
    ["places", "version", () => `/controlpanel/students/${target.student}`],
    ["addMember", "id", () => `/controlpanel/groups/${target.group}`],
    ["removeMember", "id", () => `/controlpanel/groups/${target.group}`],
    ["move", "id", () => `/controlpanel/organizations/${target.school}`],
  ] as Array<[string, string, () => string]>)("that names something: %s, %s", async (intent, field, path) => {
    for (const [kind, value] of Object.entries(nasty)) {
      const answer = await scene.pages.post(scene.browsers.super, path(), { intent, [field]: value });
      expect([200, 302, 400, 404, 409, 412], `${kind} answers ${answer.status}`).toContain(answer.status);
    }
  });
});

/** What the forms about oneself say when they are right but for the password, which is asked for first. */
const about: Array<[path: string, form: FormFields, fields: readonly string[]]> = [
  [
    "/profile",
    { intent: "change-email", email: "me@school.example", currentPassword: "x" },
    ["email", "currentPassword"],
  ],
  [
    "/profile",
    { intent: "change-password", currentPassword: "x", password: "blue-owls-42", passwordAgain: "blue-owls-42" },
    ["currentPassword", "password", "passwordAgain"],
  ],
  ["/profile", { intent: "begin-second-factor", currentPassword: "x" }, ["currentPassword", "intent"]],
  ["/profile", { intent: "confirm-second-factor", code: "000000", secret: "A".repeat(32) }, ["code", "secret"]],
  ["/profile", { intent: "remove-second-factor", currentPassword: "x" }, ["currentPassword"]],
  ["/profile", { intent: "end-session", id: crypto.randomUUID() }, ["id"]],
  [
    "/settings",
    { intent: "reader", rate: "100", volume: "100", theme: "page" },
    ["rate", "volume", "theme", "highlight", "autoPageTurn", "intent"],
  ],
  ["/settings", { intent: "notices", confirmations: "on" }, ["confirmations"]],
  ["/settings", { intent: "remove-link", issuer: "https://id.example", subject: "1" }, ["issuer", "subject"]],
  ["/preferences", { locale: "sv", theme: "dark", returnTo: "/profile" }, ["locale", "theme", "returnTo"]],
];

describe("a form about oneself", () => {
  const oneself = about.flatMap(([path, form, fields]) =>
    fields.map((field) => [path, String(form.intent), field, form] as const),
  );

  test.each(oneself)("%s, %s: %s", async (path, _intent, field, form) => {
    for (const [kind, value] of Object.entries(nasty)) {
      const answer = await scene.pages.post(scene.browsers.teacher, path, { ...form, [field]: value });
      // Too many wrong passwords are slowed down; no nasty value is an address or a new password.
      const refused = [400, 429];
      const allowed = /^(email|password|passwordAgain)$/.test(field) ? refused : [200, 302, 404, ...refused];
      expect(allowed, `${kind} answers ${answer.status}`).toContain(answer.status);
      expect(answer.headers.get("location") ?? "").not.toMatch(/^\/\/|^https?:(?!\/\/(www\.|se\.)?(fabel|localhost))/);
      const page = await answer.text();
      expect(page).not.toContain("<script>alert(1)</script>");
      if (field === "currentPassword" && form.email && answer.status === 400)
        expect(page).toContain(String(form.email));
    }
  });
});

describe("an address", () => {
  const parameters = [
    ...["organization", "searchString", "filters", "sortBy", "sortDesc", "page", "itemsPerPage", "groupBy", "columns"],
    ...[
      "cursor",
      "force",
      "tab",
      "draft",
      "member",
      "place",
      "relative",
      "above",
      "parent",
      "action",
      "from",
      "to",
      "who",
    ],
  ];
  const paths: Array<[string, () => string]> = [
    ["a list of people", () => "/controlpanel/students"],
    ["a list of groups", () => "/controlpanel/groups"],
    ["a list of organisations", () => "/controlpanel/organizations"],
    ["the whole country's people", () => "/controlpanel/beta/manage"],
    ["the whole country's groups", () => "/controlpanel/beta/manage?tab=groups"],
    ["the whole country's organisations", () => "/controlpanel/beta/manage?tab=organizations"],
    ["a pupil", () => `/controlpanel/students/${target.student}`],
    ["a group", () => `/controlpanel/groups/${target.group}`],
    ["an organisation", () => `/controlpanel/organizations/${target.school}`],
    ["a new pupil", () => "/controlpanel/students/new"],
    ["a new organisation", () => "/controlpanel/organizations/new"],
    ["a pupil's log", () => `/controlpanel/students/${target.student}/log`],
    ["an organisation's log", () => `/controlpanel/organizations/${target.school}/log`],
  ];
  const values = [
    ...Object.values(nasty).filter((value) => value.length < 5000 && !/\uD800/.test(value)),
    "-5",
    "{",
    "{}",
  ];

  test.each(paths)("of %s", async (_page, path) => {
    // Every parameter with one value after another, and each by itself with the value that a database cannot take.
    const asked = [
      ...values.map((value) => parameters.map((name) => [name, value])),
      ...parameters.map((name) => [[name, "a\0b"]]),
    ];
    for (const pairs of asked) {
      const address = new URL(path(), "http://here");
      for (const [name = "", value = ""] of pairs) address.searchParams.set(name, value);
      const answer = await scene.pages.get(scene.browsers.super, address.pathname + address.search);
      await answer.body?.cancel();
      expect([200, 302, 400, 404], `${address.search.slice(0, 80)} answers ${answer.status}`).toContain(answer.status);
    }
  });

  const ids = ["a%00b", "%F0%9F%98%80", "x".repeat(3000), "0", "%252f", "[object%20Object]"];
  test.each([
    ["/controlpanel/students/", ["", "/log", "/delete", "/restore"]],
    ["/controlpanel/groups/", [""]],
    ["/controlpanel/organizations/", ["", "/log", "/delete", "/restore"]],
    ["/controlpanel/jobs/", ["", "/file"]],
    ["/login/act-as?user=", [""]],
  ])("with an id that is none: %s", async (start, ends) => {
    for (const id of ids) {
      for (const end of ends) {
        const answer = await scene.pages.get(scene.browsers.super, `${start}${id}${end}`);
        expect([302, 400, 404], `${start}${id.slice(0, 20)}${end}`).toContain(answer.status);
      }
    }
  });
});

test("too much guessing is answered with the wait, by the page itself", async () => {
  const guess = () =>
    scene.pages.post(scene.browsers.visitor, "/login", { username: "nobody.at.all", password: "not the password" });
  const answers = await Promise.all(Array.from({ length: 11 }, guess));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
});
