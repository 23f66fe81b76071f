import { readFileSync } from "node:fs";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { origin, rolesWithPages, type Target, targetIn } from "#tests/support/page-matrix";
import type { FormFields } from "#tests/support/page-server";
import { processBackend } from "~/composition/process-backend.server";
import type { ControlPanelContracts } from "~/services/contracts/control-panel";
import { formMessages } from "~/services/contracts/form-messages";
import type { panelPageContracts } from "~/services/contracts/pages/panel-pages";
import { ServiceError } from "~/services/contracts/service-error";

/**
 * The messages on the pages of people, groups and organisations: each is caused and then read in the response, in the
 * product's own wording. docs/product/control-panel.md#validation, #errors. Messages of fields that need a secure login are
 * tested with the service (form-messages.test.ts), those about the user's own password with the profile.
 */

const scene = rolesWithPages();
let target: Target;
let gone: Target;

beforeAll(async () => {
  target = await targetIn(scene.database, "se", "se-1001", "teacher.se", {});
  gone = await targetIn(scene.database, "se", "se-1001", "teacher.se", { where: "part" });
  for (const role of ["teacher", "super"] as const) {
    scene.browsers[role].take(await scene.pages.post(scene.browsers[role], "/preferences", { locale: "en-UK" }));
  }
});

afterEach(() => vi.restoreAllMocks());

/** The visible text of a page. */
async function read(response: Response): Promise<string> {
  const page = (await response.text()).replace(/<script[\s\S]*?<\/script>/g, "");
  return page
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");
}

const student = () => `/controlpanel/students/${target.student}`;
const person = { intent: "save", name: "Somebody", username: "some.body", status: "on", version: "1" };
const unit = { intent: "save", name: "Some school", type: "school", status: "on" };
const newGroup = () => ({ name: "Some group", type: "class", organization: target.school });

type Sent = [path: string, form: FormFields];
const newPerson = (change: FormFields): Sent => [
  "/controlpanel/students/new",
  { ...person, organizations: target.school, ...change },
];
/** Fields that need a secure login, which a super user has. */
const newColleague = (change: FormFields): Sent => [
  "/controlpanel/employees/new",
  { ...person, username: "colleague.new", organizations: target.school, ...change },
];
const newSchool = (change: FormFields): Sent => ["/controlpanel/organizations/new", { ...unit, ...change }];

/** Message -> the form that causes it. */
const causes: Record<string, () => Sent> = {
  "This value is required": () => newPerson({ name: " " }),
  "Duplicate value": () => [student(), { intent: "joinPlace", id: target.school }],
  "Contains unsupported characters": () => newPerson({ name: "Åsa 😀" }),
  "Username contains unauthorized characters": () => newPerson({ username: "two words" }),
  "Invalid e-mail address": () => newPerson({ email: "nobody" }),
  "Type must be specified": () => newSchool({ type: "" }),
  "Too few characters": () => newPerson({ postalCode: "1" }),
  "Maximum 20 characters": () => newSchool({ postalCode: "1".repeat(21) }),
  "Up to 255 characters": () => newPerson({ name: "x".repeat(256) }),
  "Must be a number": () => newPerson({ ageFilter: "nine" }),
  "Must be between 0 and 21": () => newPerson({ ageFilter: "22" }),
  "Must be between 1900 and 2200": () => ["/controlpanel/groups/new", { ...newGroup(), typicalSchoolEntryYear: "1" }],
  "Already exists": () => newPerson({ office365: "taken@school.se", username: "another.one" }),
  "Username already exists": () => newPerson({ username: "student.se" }),
  "Name already exists": () => ["/controlpanel/groups/new", newGroup()],
  "Incorrectly formatted": () => newPerson({ organizations: "no-id" }),
  "User already exists as a different type in the system": () => newPerson({ username: "teacher.se" }),
  "Invalid mobile number": () => newColleague({ sms: "070-123" }),
  "Sms number already exists": () => newColleague({ sms: "070-174 06 77" }),
  "Invalid Swedish social security number (12 digits)": () => newColleague({ bankid: "198507099806" }),
  "bankID already exists": () => newColleague({ bankid: "19850709-9805" }),
  "Select at least one item": () => newPerson({ organizations: [] }),
  "This type is not allowed there": () => newSchool({ type: "school", parent: gone.school }),
  "Cannot be placed below itself or anything below it": () => [
    `/controlpanel/organizations/${target.school}`,
    { intent: "move", id: target.school },
  ],
  "Families cannot have anything above or below them": () => newSchool({ type: "consumer", parent: target.school }),
  "At least 3 characters": () => [`/login/act-as?user=${target.student}`, { reason: "hi" }],
};

/** Expects each message in an element that describes its field (aria-describedby). */
function expectBeside(page: string, messages: Record<string, string>): void {
  for (const [field, message] of Object.entries(messages)) {
    const control = new RegExp(`<(?:input|select)[^>]*name="${field}"[^>]*>`).exec(page)?.[0] ?? "";
    const described = /aria-describedby="([^"]*)"/.exec(control)?.[1]?.split(" ") ?? [];
    const beside = described.map((id) => page.split(`id="${id}"`)[1]?.split("</")[0] ?? "").join();
    expect(beside, field).toContain(message);
  }
}

describe("a rejected form", () => {
  beforeAll(async () => {
    await scene.pages.post(scene.browsers.super, ...newPerson({ username: "taken.one", office365: "taken@school.se" }));
    const colleague = newColleague({ username: "taken.two", sms: "+46701740677", bankid: "198507099805" });
    expect((await scene.pages.post(scene.browsers.super, ...colleague)).status).toBe(302);
    await scene.pages.post(scene.browsers.super, "/controlpanel/groups/new", newGroup());
  });

  test.each(Object.keys(causes))("shows: %s", async (message) => {
    const [path, form] = causes[message]?.() ?? ["", {}];
    const response = await scene.pages.post(scene.browsers.super, path, form);
    expect(response.status).toBe(400);
    expect(await read(response)).toContain(message);
  });

  test("shows values that are taken and values that are invalid, each beside its own field", async () => {
    const taken = { username: "taken.one", office365: "taken@school.se", sms: "+46701740677", bankid: "198507099805" };
    const [path, form] = newColleague({ ...taken, name: "", email: "nobody", organizations: [] });
    const response = await scene.pages.post(scene.browsers.super, path, form);
    expect(response.status).toBe(400);
    const page = (await response.text()).replaceAll("&#x27;", "'");
    const messages = {
      username: "User already exists as a different type in the system",
      office365: "Already exists",
      sms: "Sms number already exists",
      bankid: "bankID already exists",
      name: "This value is required",
      email: "Invalid e-mail address",
    };
    expect(await read(new Response(page))).toContain("Select at least one item");
    expectBeside(page, messages);
  });

  test("no longer shows a parent that is not allowed", async () => {
    const promised = "It will belong to";
    const below = `/controlpanel/organizations/new?parent=${target.school}`;
    expect(await (await scene.pages.get(scene.browsers.super, below)).text()).toContain(promised);
    const [path, form] = newSchool({ type: "consumer", parent: target.school });
    const response = await scene.pages.post(scene.browsers.super, path, form);
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain(promised);
  });

  test.each([
    ["a new organisation", "/controlpanel/organizations/new"],
    ["an organisation", () => `/controlpanel/organizations/${target.school}`],
  ])("for %s shows the service's errors and its own, each beside its own field", async (_, at) => {
    const wrong = { name: " ", pupilNumber: "many", country: "Atlantis", phone: "call us" };
    const path = typeof at === "string" ? at : at();
    const response = await scene.pages.post(scene.browsers.super, path, { ...unit, ...wrong });
    expect(response.status).toBe(400);
    expectBeside(await response.text(), {
      name: "This value is required",
      pupilNumber: "Must be a number",
      country: "Incorrectly formatted",
      phone: "Incorrectly formatted",
    });
  });

  test.each(["to", "from"])("shows an invalid date of a log's filter in the field %s", async (field) => {
    const response = await scene.pages.get(scene.browsers.super, `${student()}/log?${field}=yesterday`);
    expect(await read(response)).toContain("Incorrectly formatted");
  });

  test("shows Should be after, with the date in the user's language", async () => {
    const log = `${student()}/log?from=2026-03-02&to=2026-03-01`;
    const inWords = async (role: "super" | "admin") => read(await scene.pages.get(scene.browsers[role], log));
    expect(await inWords("super")).toContain("Should be after 1 March 2026");
    expect(await inWords("admin")).toContain("Ska vara efter 1 mars 2026");
  });
});

describe("given a service that fails", () => {
  type Calls = Record<string, () => Promise<unknown>>;
  type PanelCall = keyof ControlPanelContracts | keyof typeof panelPageContracts;
  const breakCall = (call: PanelCall) => {
    // A remote service can be unavailable, so its client is mocked.
    const client = processBackend().clients.controlPanel as unknown as Calls;
    vi.spyOn(client, call).mockRejectedValue(new ServiceError(503, "gone", "Gone"));
  };
  const breakManagement = (call: "createSchoolUnit" | "updateSchoolUnit" | "deleteSchoolUnit") => {
    const failure = new ServiceError(503, "gone", "Gone");
    vi.spyOn(processBackend().clients.customerManagement, call).mockRejectedValue(failure);
  };

  const unsaved: Array<[what: string, message: string, failing: () => void, sent: () => Sent]> = [
    ["a person", "Something went wrong", () => breakCall("updatePerson"), () => [student(), person]],
    ["a new person", "Something went wrong", () => breakCall("createPerson"), () => newPerson({ username: "kept" })],
    [
      "a group",
      "Something went wrong",
      () => breakCall("updateGroup"),
      () => [
        `/controlpanel/groups/${target.group}?tab=settings`,
        { intent: "save", name: "Somebody", type: "class", version: "1" },
      ],
    ],
    [
      "a new group",
      "Something went wrong",
      () => breakCall("createGroup"),
      () => ["/controlpanel/groups/new", newGroup()],
    ],
    [
      "an organisation",
      "Something went wrong",
      () => breakManagement("updateSchoolUnit"),
      () => [`/controlpanel/organizations/${target.school}`, unit],
    ],
    [
      "a new organisation",
      "Organization could not be created",
      () => breakManagement("createSchoolUnit"),
      () => newSchool({}),
    ],
    [
      "a person's organisations",
      "User could not be added to the organizations",
      () => breakCall("updatePerson"),
      () => [student(), { intent: "joinPlace", id: target.school }],
    ],
  ];
  test.each(unsaved)(
    "then the form of %s keeps its input and shows: %s (502)",
    async (_what, message, failing, sent) => {
      failing();
      const [path, form] = sent();
      const response = await scene.pages.post(scene.browsers.super, path, form);
      expect(response.status).toBe(502);
      const page = await response.text();
      if (typeof form.name === "string") expect(page).toContain(`value="${form.name}"`);
      expect(await read(new Response(page))).toContain(message);
    },
  );

  const unseen: Array<[message: string, call: PanelCall, path: () => string]> = [
    ["Failed to fetch user data", "getPersonPage", student],
    ["Could not fetch the organization", "getOrganizationPage", () => `/controlpanel/organizations/${target.school}`],
  ];
  test.each(unseen)("then the page shows: %s", async (message, call, path) => {
    breakCall(call);
    expect(await read(await scene.pages.get(scene.browsers.super, path()))).toContain(message);
  });

  const undone: Array<[what: string, failing: () => void, sent: () => Sent]> = [
    ["a password reset", () => breakCall("resetPassword"), () => [student(), { intent: "resetPassword" }]],
    ["the end of sessions", () => breakCall("endUserSessions"), () => [student(), { intent: "endSessions" }]],
    ["a change of memberships", () => breakCall("putUserGroups"), () => [student(), { intent: "groups" }]],
    ["voiding a badge", () => breakCall("voidBadge"), () => [student(), { intent: "voidBadge" }]],
    ["the deletion of a person", () => breakCall("deletePerson"), () => [`${student()}/delete`, { sure: "on" }]],
    [
      "the deletion of a group",
      () => breakCall("deleteGroup"),
      () => [`/controlpanel/groups/${target.group}`, { intent: "delete", sure: "on" }],
    ],
    [
      "the deletion of an organisation",
      () => breakManagement("deleteSchoolUnit"),
      () => [`/controlpanel/organizations/${target.school}/delete`, { sure: "on" }],
    ],
  ];
  test.each(undone)("then the notice is Error occurred: %s", async (_what, failing, sent) => {
    failing();
    expect(await readNext(...sent())).toContain("Error occurred");
  });
});

/** Submits a form that redirects to a page with a notice, and returns the text of that page. */
async function readNext(path: string, form: FormFields): Promise<string> {
  const browser = scene.browsers.super;
  const response = await scene.pages.post(browser, path, form);
  expect(response.status).toBe(302);
  const next = new URL(browser.take(response), origin);
  return read(await scene.pages.get(browser, next.pathname + next.search));
}

test("Conflict occurred: a person who was deleted with a school cannot be restored without it", async () => {
  await scene.pages.post(scene.browsers.super, `/controlpanel/organizations/${gone.school}/delete`, { sure: "on" });
  expect(await readNext(`/controlpanel/students/${gone.student}/restore`, {})).toContain("Conflict occurred");
});

test("Not allowed: a teacher gets 403 for the list of employees", async () => {
  const response = await scene.pages.get(
    scene.browsers.teacher,
    `/controlpanel/employees?organization=${target.school}`,
  );
  expect(response.status).toBe(403);
  expect(await read(response)).toContain("Not allowed");
});

describe("the wording of formMessages", () => {
  const texts = (locale: string, area: string) =>
    JSON.parse(readFileSync(new URL(`../../locales/${locale}/${area}.json`, import.meta.url), "utf8")).messages ?? {};
  test.each(["en-UK", "en-US"])("equals the texts of %s", (locale) => {
    const messages = texts(locale, "control-panel");
    for (const [key, literal] of Object.entries(formMessages)) {
      expect(String(messages[key]).replace(/\{\{(\w+)[^}]*\}\}/g, "{$1}"), key).toBe(literal);
    }
  });
});
