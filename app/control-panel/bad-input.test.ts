import { beforeAll, describe, expect, test } from "vitest";
import { everybodyAtPages, type Target, targetIn } from "#tests/support/page-matrix";
import type { FormFields } from "#tests/support/page-server";
import { organizationFields, switches as organizationSwitches } from "./organizations/organization-fields";
import { formFields, switches } from "./people/person-form-schema";

/**
 * Bad input through the real forms and addresses of the control panel: each field by itself, everything else right. It is
 * refused beside the field or taken for what it is, what was written is kept, and nothing breaks. Issue 5, "What bad input gets".
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

type Field = [form: string, field: string, path: () => string, right: () => FormFields];

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

const personFields = formFields.filter((name) => !switches.includes(name));
const groupFields = ["name", "type", "organization", "parent", "typicalSchoolEntryYear", "ageFilter", "externalId"];
const unitFields = [...organizationFields.filter((name) => !organizationSwitches.includes(name)), "parent"];
const named = ["version", "key", "intent", "id"];

const forms: Array<[form: string, fields: readonly string[], path: () => string, right: () => FormFields]> = [
  ["a new pupil", [...personFields, "administrators", "key"], () => "/controlpanel/students/new", person],
  ["a new employee", personFields, () => "/controlpanel/employees/new", person],
  ["a pupil", [...personFields, ...named], () => `/controlpanel/students/${target.student}`, person],
  ["a new group", [...groupFields, "key"], () => "/controlpanel/groups/new", group],
  ["a group", [...groupFields, ...named], () => `/controlpanel/groups/${target.group}`, group],
  ["a new organisation", [...unitFields, "key"], () => "/controlpanel/organizations/new", unit],
  ["an organisation", [...unitFields, ...named], () => `/controlpanel/organizations/${target.school}`, unit],
];

const fields: Field[] = forms.flatMap(([form, names, path, right]) =>
  names.map((field): Field => [form, field, path, right]),
);

describe("a form's field", () => {
  // Some hundred fields share the kinds out among themselves by place, so that each form meets all of them in its fields.
  test.each(fields.map((field, place) => [...field, place] as const))(
    "of %s: %s",
    async (_form, field, path, right, place) => {
      const kinds = Object.entries(nasty);
      for (const [kind, value] of kinds.filter((_, index) => index % 3 === place % 3)) {
        const answer = await scene.pages.post(scene.browsers.super, path(), { ...right(), [field]: value });
        expect([302, 400, 404, 409, 412], `${kind} answers ${answer.status}`).toContain(answer.status);
        const page = await answer.text();
        expect(page).not.toContain("<script>alert(1)</script>");
        // The schema's own words are for programmers.
        expect(
          /Invalid (UUID|input|option)|Too (big|small):/.test(page),
          `${kind} is said in words of the schema`,
        ).toBe(false);
        // A page of a refusal holds what was written, but for a megabyte of it.
        if (answer.status === 400 && page.includes("aria-invalid") && right().name && field !== "name") {
          expect(page).toContain(`value="${right().name === "Somebody" ? "Somebody" : ""}`);
        }
      }
    },
  );

  const acts = ["groups", "places", "joinPlace", "leavePlace", "addRelative", "removeRelative", "endSession"];
  test.each([
    ...acts.map((intent): [string, string, () => string] => [
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
