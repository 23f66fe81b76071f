import { describe, expect, test, vi } from "vitest";
import { everybodyAtPages, type Target, targetIn } from "#tests/support/page-matrix";
import type { FormFields } from "#tests/support/page-server";
import { getWiring } from "~/clients/wiring.server";
import { ServiceError } from "~/services/contracts/service-error";

/** What the panel's pages say to whoever reads them from the top down, and after forms that a browser without script sent. */

const scene = everybodyAtPages();
const fresh = (where?: "part") => targetIn(scene.database, "se", "se-1001", "teacher.se", where ? { where } : {});
const gone = "Det som valdes finns inte längre";

const get = async (path: string) => (await scene.pages.get(scene.browsers.super, path)).text();

describe("how many a search has found", () => {
  const said = (page: string) => {
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
  ])("%s", async (path, words) => {
    expect(said(await get(`/controlpanel/${path}`))).toBe(words);
  });

  test("a list that could not be fetched has no number, and says so itself", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    // why: the network's edge; a service that is far away may be gone.
    vi.spyOn(getWiring().clients.controlPanel, "getStudents").mockRejectedValue(new ServiceError(503, "gone", "Gone"));
    const page = await get("/controlpanel/students?searchString=anna&force=true");
    vi.restoreAllMocks();
    expect(said(page)).toBe("");
    expect(page).toContain('role="alert"');
  });
});

test("a new school's form brings the places that it may belong to only once the chosen one has gone", async () => {
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

describe("a new school whose place has gone in the meantime", () => {
  const form = (parent: string): FormFields => ({ name: "Fyllda skolan", type: "sub_school", city: "Ystad", parent });
  const remove = (school: string) =>
    scene.pages.post(scene.browsers.super, `/controlpanel/organizations/${school}/delete`, { sure: "on" });
  const parentField = (page: string) => /<fieldset id="organization-parent"[^>]*>/.exec(page)?.[0];

  test.each([
    ["all else right", {}],
    ["a name missing too", { name: "" }],
  ])("comes back filled, %s", async (_what, change) => {
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
  });

  test("keeps the place that is there, whatever else is wrong or away", async () => {
    const { school } = await fresh("part");
    const send = (name = "") =>
      scene.pages.post(scene.browsers.super, "/controlpanel/organizations/new", { ...form(school), name });
    const hidden = `name="parent" value="${school}"`;
    expect(await (await send()).text()).toContain(hidden);
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const unavailable = new ServiceError(503, "gone", "Gone");
    // why: the network's edge; a service that is far away may be gone.
    vi.spyOn(getWiring().clients.customerManagement, "createSchoolUnit").mockRejectedValue(unavailable);
    vi.spyOn(getWiring().clients.controlPanel, "getOrganization").mockRejectedValue(unavailable);
    // What is wrong in the form itself is known without the service.
    expect((await send()).status).toBe(400);
    const response = await send("Skola");
    vi.restoreAllMocks();
    expect(response.status).toBe(502);
    expect(await response.text()).toContain(hidden);
  });
});

test.each([
  ["groups/new", "group-organization", { name: "Fyllda gruppen", type: "class" }],
  ["students/new", "organizations", { intent: "save", name: "Fylld elev", username: "fylld.elev" }],
])("%s at a school that has gone comes back filled, with a word beside the field", async (page, field, form) => {
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

describe("a form that is refused as a whole", () => {
  const navigation = /<nav aria-label="Kontrollpanel"/;
  const refused: Array<[number, "super" | "teacher", (target: Target) => string, FormFields]> = [
    [404, "super", () => `/controlpanel/students/${crypto.randomUUID()}`, { intent: "save" }],
    [404, "super", () => `/controlpanel/groups/${crypto.randomUUID()}`, { intent: "save", name: "x" }],
    [404, "super", () => `/controlpanel/organizations/${crypto.randomUUID()}`, { intent: "save" }],
    [404, "teacher", () => "/controlpanel/jobs/none", {}],
    [400, "teacher", ({ student }) => `/controlpanel/students/${student}`, { intent: "there-is-no-such-act" }],
    // A name that every object has is no intent: as one it once answered with the caller's tokens.
    [400, "teacher", ({ student }) => `/controlpanel/students/${student}`, { intent: "constructor" }],
    [400, "teacher", ({ group }) => `/controlpanel/groups/${group}`, { intent: "toString" }],
    [403, "teacher", () => "/controlpanel/students/new", { intent: "save", name: "x" }],
    [403, "teacher", () => "/controlpanel/organizations/new", { name: "x", type: "school" }],
  ];

  test.each(refused)("%i for %s stands in the panel's frame", async (status, role, path, form) => {
    const target = await fresh();
    const response = await scene.pages.post(scene.browsers[role], path(target), form);
    const page = await response.text();
    expect(response.status).toBe(status);
    expect(page).toMatch(navigation);
    expect(page.match(/<main/g)).toHaveLength(1);
    const shown = await scene.pages.get(scene.browsers[role], `/controlpanel/students/${crypto.randomUUID()}`);
    expect(await shown.text()).toMatch(navigation);
  });

  test("is each page's own", () => {
    const pages = scene.pages.routes.filter(
      ({ parentId, isPage }) => parentId === "routes/controlpanel/layout" && isPage,
    );
    expect(pages.length).toBeGreaterThan(15);
    expect(pages.filter(({ hasErrorBoundary }) => !hasErrorBoundary)).toEqual([]);
  });

  test("for whoever has no panel stands in the common shell", async () => {
    const response = await scene.pages.post(scene.browsers.student, "/controlpanel/students/new", { intent: "save" });
    expect(response.status).toBe(403);
    expect(await response.text()).not.toMatch(navigation);
  });
});

test.each(["places", "relatives"])(
  "what the form of %s was refused for is told on top, with the way to its card",
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
])("what is wrong with %s is told in the order of its fields", async (page, form) => {
  const { school } = await fresh();
  const sent = { ...form, organization: school } as FormFields;
  const response = await scene.pages.post(scene.browsers.super, `/controlpanel/${page}`, sent);
  expect(response.status).toBe(400);
  const back = await response.text();
  const told = [...back.matchAll(/href="#((?:organization|group)-\w+)"/g)].map(([, id]) => id);
  const places = told.map((id) => back.indexOf(` id="${id}"`));
  expect(told).toHaveLength(4);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test("whoever takes somebody out of a class, or puts them in, is back at its members", async () => {
  const { group, guardian } = await fresh();
  for (const intent of ["addMember", "removeMember"]) {
    const path = `/controlpanel/groups/${group}`;
    const response = await scene.pages.post(scene.browsers.super, path, { intent, id: guardian });
    expect(response.headers.get("location")).toBe(`${path}?tab=settings#pick-member`);
    expect(await get(`${path}?tab=settings`)).toContain('id="pick-member"');
  }
});
