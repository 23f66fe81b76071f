import { sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { rolesWithPages, type Target, targetIn } from "#tests/support/page-matrix";
import type { FormFields } from "#tests/support/page-server";
import { processBackend } from "~/composition/process-backend.server";
import { ServiceError } from "~/services/contracts/service-error";

/** The panel's pages as a screen reader reads them from the top, and after forms of a browser without script. */

const scene = rolesWithPages();
const fresh = (where?: "part") => targetIn(scene.database, "se", "se-1001", "teacher.se", where ? { where } : {});
const gone = "Det som valdes finns inte längre";

const get = async (path: string) => (await scene.pages.get(scene.browsers.super, path)).text();

describe("the number of search results", () => {
  const statusOf = (page: string) => {
    const heading = page.indexOf("</h1>");
    const [status, text = ""] = /<p role="status" class="sr-only">(.*?)<\/p>/.exec(page) ?? [""];
    const place = page.indexOf(status);
    expect(place).toBeGreaterThan(heading);
    expect(place).toBeLessThan(page.indexOf('role="search"', heading));
    return text.replace(/<[^>]+>/g, "");
  };
  const filtered = (filters: object) => `filters=${encodeURIComponent(JSON.stringify(filters))}`;

  test.each([
    ["students?searchString=nobody-at-all", "Elever: 0 träffar"],
    ["students?searchString=student.se", "Elever: 1 träff"],
    [`organizations?${filtered({ type: "preschool" })}`, "Skolor: 1 träff"],
    ["groups?searchString=4a", "Klasser och grupper: 2 träffar"],
    ["beta/manage?tab=users&searchString=student.se", "Alla: 1 träff"],
    ["beta/manage?tab=groups&searchString=nobody-at-all", "Klasser och grupper: 0 träffar"],
    [`beta/manage?tab=users&${filtered({ type: "student" })}`, "Alla: 208 träffar"],
    ["students", ""],
    ["beta/manage", ""],
  ])("is announced between the heading and the search form at %s", async (path, words) => {
    expect(statusOf(await get(`/controlpanel/${path}`))).toBe(words);
  });

  test("is empty for a list that could not be fetched, which shows an alert", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    // A remote service can be unavailable, so its client is mocked.
    vi.spyOn(processBackend().clients.controlPanel, "getPeopleListPage").mockRejectedValue(
      new ServiceError(503, "gone", "Gone"),
    );
    const page = await get("/controlpanel/students?searchString=anna&force=true");
    vi.restoreAllMocks();
    expect(statusOf(page)).toBe("");
    expect(page).toContain('role="alert"');
  });
});

test("the search marks a deactivated person, as the lists do, and no active one", async () => {
  const { student, secret } = await fresh();
  const result = async () =>
    new RegExp(`<a [^>]*students/${student}(?:(?!</a>).)*`, "s").exec(
      await get(`/controlpanel/search?q=${encodeURIComponent(secret)}`),
    )?.[0];
  expect(await result()).not.toContain("Inaktiverad");
  await scene.database.execute(sql`update directory.users set status = 'inactive' where uid = ${student}`);
  expect(await result()).toContain("Inaktiverad");
});

/** The options of the class box of a new pupil's form; null if it has none. */
const classBox = (page: string) => /<select[^>]*name="group"[^>]*>(.*?)<\/select>/s.exec(page)?.[1] ?? null;

describe("the class of a new pupil", () => {
  const path = "/controlpanel/students/new";
  const form = { name: "Ny elev", username: "ny.elev", signIn: "later" };

  test("can be chosen after the school was, by a button that keeps the input", async () => {
    const { school, group } = await fresh();
    const page = await get(path);
    expect(classBox(page)).toBeNull();
    expect(page).toMatch(/<noscript><button(?=[^>]*value="searchChoices")(?:(?!<\/button>).)*Visa skolans klasser/s);
    const sent = { ...form, intent: "searchChoices", organizations: school };
    const response = await scene.pages.post(scene.browsers.super, path, sent);
    expect(response.status).toBe(200);
    const resultPage = await response.text();
    expect(resultPage).toContain('value="Ny elev"');
    expect(resultPage).toMatch(
      new RegExp(`<input(?=[^>]*name="organizations")(?=[^>]*value="${school}")[^>]*checked=""`),
    );
    expect(classBox(resultPage)).toContain(`value="${group}"`);
  });

  test("stays chosen when the form is refused", async () => {
    const { school, group } = await fresh();
    const sent = { ...form, intent: "save", name: "", organizations: school, group };
    const response = await scene.pages.post(scene.browsers.super, path, sent);
    expect(response.status).toBe(400);
    expect(classBox(await response.text())).toContain(`<option value="${group}" selected="">`);
  });
});

test("a new school's form lists other parents only after the selected one was deleted", async () => {
  const other = "Förskolan Kastanjen";
  const { school } = await fresh("part");
  for (const query of ["", `?parent=${school}`]) {
    expect(await get(`/controlpanel/organizations/new${query}`)).not.toContain(other);
  }
  const form = { name: "", type: "sub_school", parent: school };
  const send = () => scene.pages.post(scene.browsers.super, "/controlpanel/organizations/new", form);
  expect(await (await send()).text()).not.toContain(other);
  await scene.pages.post(scene.browsers.super, `/controlpanel/organizations/${school}/delete`, { sure: "on" });
  expect(await (await send()).text()).toContain(other);
});

describe("the parent in the form of a new school", () => {
  const form = (parent: string): FormFields => ({ name: "Fyllda skolan", type: "sub_school", city: "Ystad", parent });
  const remove = (school: string) =>
    scene.pages.post(scene.browsers.super, `/controlpanel/organizations/${school}/delete`, { sure: "on" });
  const parentField = (page: string) => /<fieldset id="organization-parent"[^>]*>/.exec(page)?.[0];

  test.each([
    ["no other error", {}],
    ["also a missing name", { name: "" }],
  ])(
    "given a parent deleted meanwhile, the form keeps its input and shows the error at the field: %s",
    async (_what, change) => {
      const { school } = await fresh("part");
      const page = await get(`/controlpanel/organizations/new?parent=${school}`);
      const address = /<form method="post" action="(\/controlpanel\/organizations\/[^"]*)"/.exec(page)?.[1] ?? "";
      await remove(school);
      const sent = { ...form(school), ...change };
      const response = await scene.pages.post(scene.browsers.super, address, sent);
      expect(response.status).toBe(400);
      const back = await response.text();
      expect(back).toContain('value="Ystad"');
      expect(back).toContain(`Tillhör: ${gone}`);
      expect(back).toContain('href="#organization-parent"');
      expect(parentField(back)).toContain('aria-describedby="organization-parent-error"');
      expect(back).not.toContain(`value="${school}"`);

      const { school: other } = await fresh("part");
      const moved = await scene.pages.post(scene.browsers.super, address, form(other));
      expect(moved.status).toBe(302);
      expect(await get(moved.headers.get("location") ?? "")).toContain(`/controlpanel/organizations/${other}`);
    },
  );

  test("given a parent that exists, the form keeps it with other errors and with an unavailable service", async () => {
    const { school } = await fresh("part");
    const send = (name = "") =>
      scene.pages.post(scene.browsers.super, "/controlpanel/organizations/new", { ...form(school), name });
    const hidden = `name="parent" value="${school}"`;
    expect(await (await send()).text()).toContain(hidden);
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const unavailable = new ServiceError(503, "gone", "Gone");
    // A remote service can be unavailable, so its clients are mocked.
    vi.spyOn(processBackend().clients.customerManagement, "createSchoolUnit").mockRejectedValue(unavailable);
    vi.spyOn(processBackend().clients.controlPanel, "getOrganization").mockRejectedValue(unavailable);
    // Errors of the form itself are found without the service.
    expect((await send()).status).toBe(400);
    const response = await send("Skola");
    vi.restoreAllMocks();
    expect(response.status).toBe(502);
    expect(await response.text()).toContain(hidden);
  });
});

test.each<[string, (target: Target) => string, FormFields]>([
  ["person", ({ student }) => `students/${student}/delete`, {}],
  ["group", ({ group }) => `groups/${group}?tab=settings`, { intent: "delete" }],
  ["school", ({ school }) => `organizations/${school}/delete`, {}],
])("the deletion of a %s without its tick is refused with the error at the checkbox", async (_what, to, form) => {
  const path = `/controlpanel/${to(await fresh("part"))}`;
  const response = await scene.pages.post(scene.browsers.super, path, form);
  expect(response.status).toBe(400);
  const page = await response.text();
  expect(page).toMatch(/<input(?=[^>]*name="sure")(?=[^>]*aria-invalid="true")(?=[^>]*aria-describedby="sure-error")/);
  expect(page).toContain('href="#sure"');
  // Only this form has an error, and nothing was deleted.
  expect(page.match(/role="alert"/g)).toHaveLength(1);
  expect((await scene.pages.get(scene.browsers.super, path)).status).toBe(200);
});

test.each([
  ["groups/new", "group-organization", { name: "Fyllda gruppen", type: "class" }],
  ["students/new", "organizations", { intent: "save", name: "Fylld elev", username: "fylld.elev" }],
])("%s at a deleted school keeps its input and links to the error at the field", async (page, field, form) => {
  const { school } = await fresh("part");
  const path = `/controlpanel/${page}?organization=${school}`;
  await get(path);
  await scene.pages.post(scene.browsers.super, `/controlpanel/organizations/${school}/delete`, { sure: "on" });
  const sent = { ...form, organization: school, organizations: school } as FormFields;
  const response = await scene.pages.post(scene.browsers.super, path, sent);
  expect(response.status).toBe(400);
  const back = await response.text();
  expect(back).toContain(`value="${form.name}"`);
  expect(back).toMatch(new RegExp(`href="#[^"]*${field}"[^>]*>[^<]*${gone}`));
});

describe("a form that is rejected with an error page", () => {
  const navigation = /<nav aria-label="Kontrollpanel"/;
  const refused: Array<[number, "super" | "teacher", (target: Target) => string, FormFields]> = [
    [404, "super", () => `/controlpanel/students/${crypto.randomUUID()}`, { intent: "save" }],
    [404, "super", () => `/controlpanel/groups/${crypto.randomUUID()}`, { intent: "save", name: "x" }],
    [404, "super", () => `/controlpanel/organizations/${crypto.randomUUID()}`, { intent: "save" }],
    [404, "teacher", () => "/controlpanel/jobs/none", { intent: "cancel" }],
    [400, "teacher", ({ student }) => `/controlpanel/students/${student}`, { intent: "there-is-no-such-intent" }],
    // The names of object properties are not intents: `constructor` once returned the caller's tokens.
    [400, "teacher", ({ student }) => `/controlpanel/students/${student}`, { intent: "constructor" }],
    [400, "teacher", ({ group }) => `/controlpanel/groups/${group}`, { intent: "toString" }],
    [403, "teacher", () => "/controlpanel/students/new", { intent: "save", name: "x" }],
    [403, "teacher", () => "/controlpanel/organizations/new", { name: "x", type: "school" }],
  ];

  test.each(refused)("%i for %s is shown inside the panel", async (status, role, path, form) => {
    const target = await fresh();
    const response = await scene.pages.post(scene.browsers[role], path(target), form);
    const page = await response.text();
    expect(response.status).toBe(status);
    expect(page).toMatch(navigation);
    expect(page.match(/<main/g)).toHaveLength(1);
    const personPage = await scene.pages.get(scene.browsers[role], `/controlpanel/students/${crypto.randomUUID()}`);
    expect(await personPage.text()).toMatch(navigation);
  });

  test("every page of the panel has an error boundary", () => {
    const pages = scene.pages.routes.filter(
      ({ parentId, isPage }) => parentId === "routes/controlpanel/layout" && isPage,
    );
    expect(pages.length).toBeGreaterThan(15);
    expect(pages.filter(({ hasErrorBoundary }) => !hasErrorBoundary)).toEqual([]);
  });

  test("a student, who has no panel, gets 403 in the common shell", async () => {
    const response = await scene.pages.post(scene.browsers.student, "/controlpanel/students/new", { intent: "save" });
    expect(response.status).toBe(403);
    expect(await response.text()).not.toMatch(navigation);
  });
});

test.each(["places", "relatives"])(
  "a rejected form of %s shows its error at the top, with a link to its card",
  async (card) => {
    const target = await fresh();
    const form = {
      places: { intent: "joinPlace", id: target.school },
      relatives: { intent: "addRelative", id: crypto.randomUUID() },
    };
    const path = `/controlpanel/students/${target.student}`;
    const response = await scene.pages.post(scene.browsers.super, path, form[card as keyof typeof form]);
    expect(response.status).toBe(400);
    const page = await response.text();
    const [summary = ""] = new RegExp(`<a href="#${card}"[^>]*>[^<]*</a>`).exec(page) ?? [];
    expect(summary).toContain(card === "places" ? "Värdet förekommer två gånger" : gone);
    expect(page.indexOf(summary)).toBeLessThan(page.indexOf('name="read"'));
    expect(page).toContain(`<section id="${card}"`);
    expect(page.match(/role="alert"/g)).toHaveLength(1);
  },
);

test.each([
  [
    "organizations/new",
    { name: "", type: "school", comment: "x".repeat(2001), postalCode: "1", phone: "x".repeat(51) },
  ],
  ["groups/new", { name: "", type: "", externalId: "x".repeat(256), ageFilter: "old" }],
])("the errors of %s are listed in the order of its fields", async (page, form) => {
  const { school } = await fresh();
  const sent = { ...form, organization: school } as FormFields;
  const response = await scene.pages.post(scene.browsers.super, `/controlpanel/${page}`, sent);
  expect(response.status).toBe(400);
  const back = await response.text();
  const errorLinks = [...back.matchAll(/href="#((?:organization|group)-\w+)"/g)].map(([, id]) => id);
  const places = errorLinks.map((id) => back.indexOf(` id="${id}"`));
  expect(errorLinks).toHaveLength(4);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test("adding or removing a member redirects to the members of the group", async () => {
  const { group, guardian } = await fresh();
  for (const intent of ["addMember", "removeMember"]) {
    const path = `/controlpanel/groups/${group}`;
    const response = await scene.pages.post(scene.browsers.super, path, { intent, id: guardian });
    expect(response.headers.get("location")).toBe(`${path}?tab=settings#pick-member`);
    expect(await get(`${path}?tab=settings`)).toContain('id="pick-member"');
  }
});
