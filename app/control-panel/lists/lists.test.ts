import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Browser, type Databases, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { processBackend } from "~/composition/process-backend.server";
import { submitBulkForm } from "~/control-panel/bulk/bulk.server";
import { loadGroups } from "~/control-panel/groups/groups.server";
import { loadJob } from "~/control-panel/jobs/jobs.server";
import { loadManage } from "~/control-panel/manage/manage.server";
import { loadOrganizations } from "~/control-panel/organizations/organizations-list.server";
import { loadPeopleList } from "~/control-panel/people/people-list.server";
import { ServiceError } from "~/services/contracts/service-error";
import { actOnList } from "./saved-lists.server";

/** The lists' loaders and actions on a real database: cached rows, rows fetched again and failures. */

const origin = "https://se.localhost";
let databases: Databases;
let admin: Browser;

beforeAll(async () => {
  databases = await sessionScene(["se"]);
  admin = await signedInBrowser(origin, "admin.se");
});

const namesOf = async (browser: Browser, query = "searchString=zebra") =>
  (
    await loadPeopleList(processBackend(), browser.request(`/controlpanel/students?${query}`), "students")
  ).list.rows.map(({ name }) => name);

/** Changes the name in the database directly, so the panel's cache is not invalidated. */
const rename = (from: string, to: string) =>
  databases.eu.execute(sql`update directory.users set name = ${to} where name = ${from}`);

async function someStudent(): Promise<string> {
  const [first] = (
    await loadPeopleList(processBackend(), admin.request("/controlpanel/students?force=true"), "students")
  ).list.rows;
  if (!first) throw new Error("there is nobody");
  return first.name;
}

describe("a list", () => {
  it("shows cached rows until a fetch is forced, the cached list is empty or the user saves something", async () => {
    const student = await someStudent();
    expect(await namesOf(admin)).toEqual([]);
    await rename(student, "Zebra One");
    expect(await namesOf(admin)).toEqual(["Zebra One"]);
    await rename("Zebra One", "Zebra Two");
    expect(await namesOf(admin)).toEqual(["Zebra One"]);
    expect(await namesOf(admin, "searchString=zebra&force=true")).toEqual(["Zebra Two"]);
    await rename("Zebra Two", "Zebra Three");
    expect(await namesOf(admin)).toEqual(["Zebra Two"]);
    const form = { intent: "keep-columns", columns: "email" };
    await actOnList(processBackend(), admin.post("/controlpanel/students", form), "students");
    expect(await namesOf(admin)).toEqual(["Zebra Three"]);
    expect(await namesOf(await signedInBrowser(origin, "super.se"))).toEqual(["Zebra Three"]);
    await rename("Zebra Three", student);
  });

  it("shows the names of organisations as they were until a fetch is forced", async () => {
    const renameSchool = (from: string, to: string) =>
      databases.eu.execute(sql`update directory.organizations set name = ${to} where name = ${from}`);
    const schools = async (query: string) =>
      (
        await loadPeopleList(processBackend(), admin.request(`/controlpanel/students?${query}`), "students")
      ).organizations.few.map(({ name }) => name);
    const [school = ""] = await schools("force=true");
    await renameSchool(school, "Quagga School");
    expect(await schools("page=1")).toContain(school);
    expect(await schools("force=true")).toContain("Quagga School");
    expect(await schools("page=1")).toContain("Quagga School");
    await renameSchool("Quagga School", school);
    expect(await schools("force=true")).toContain(school);
  });

  it("returns 403 to a user who has lost the permission, in spite of cached rows", async () => {
    const teacher = await signedInBrowser(origin, "teacher.se");
    const load = () => loadPeopleList(processBackend(), teacher.request("/controlpanel/students"), "students");
    expect((await load()).list.rows.length).toBeGreaterThan(0);
    await databases.eu.execute(sql`
      update directory.associations set active = false
      where user_id = (select id from directory.users where username = 'teacher.se')`);
    const refused = await load().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Response);
    expect((refused as Response).status).toBe(403);
  });

  it("given lost access to an organisation, then the list of organisations hides it at once", async () => {
    const names = async () =>
      (await loadOrganizations(processBackend(), admin.request("/controlpanel/organizations"))).list.rows.map(
        ({ name }) => name,
      );
    const before = await names();
    expect(before.length).toBeGreaterThan(1);
    const [part] = before;
    await databases.eu.execute(sql`update directory.organizations set parent_id = null where name = ${part}`);
    await databases.eu.execute(sql`
      delete from directory.associations a using directory.organizations o
      where o.id = a.organization_id and o.name = ${part} and a.user_id in
        (select id from directory.users where username = 'admin.se')`);
    expect(await names()).toEqual(before.slice(1));
  });

  it("is fetched again after a job of this process or of another", async () => {
    const student = await someStudent();
    const rowsOf = async () =>
      (await loadPeopleList(processBackend(), admin.request("/controlpanel/students?itemsPerPage=100"), "students"))
        .list.rows;
    const statusOf = async (id: string) => (await rowsOf()).find((row) => row.id === id)?.status;
    const { id = "" } = (await rowsOf()).find(({ name }) => name === student) ?? {};
    const { organization } = await loadPeopleList(
      processBackend(),
      admin.request("/controlpanel/students"),
      "students",
    );
    expect(await statusOf(id)).toBe("active");

    const fields = { act: "deactivate", organization: organization?.id ?? "", ids: id, confirmed: "1" };
    await submitBulkForm(processBackend(), admin.post("/controlpanel/students/bulk", fields), "students");
    const found = await databases.eu.execute<{ id: string }>(
      sql`select id from jobs.jobs order by created_at desc limit 1`,
    );
    const job = found.rows[0]?.id ?? "";
    await vi.waitFor(
      async () => {
        const { rows } = await databases.eu.execute(sql`select 1 from jobs.jobs where id = ${job} and state = 'done'`);
        expect(rows).toHaveLength(1);
      },
      { timeout: 30_000, interval: 100 },
    );
    expect(await statusOf(id)).toBe("inactive");

    // A job of another process is noticed when its page is loaded.
    await databases.eu.execute(sql`update directory.users set status = 'active' where uid = ${id}`);
    expect(await statusOf(id)).toBe("inactive");
    await loadJob(processBackend(), admin.request(`/controlpanel/jobs/${job}`), job);
    expect(await statusOf(id)).toBe("active");
  });

  it.each([
    ["the service's message", new ServiceError(503, "unreachable", "The service rests"), "The service rests"],
    ["no message", new Error("connect ECONNREFUSED"), null],
  ])("given a service that fails, then the list is empty and its error has %s", async (_name, error, message) => {
    const superUser = await signedInBrowser(origin, "super.se");
    const { controlPanel, customerManagement } = processBackend().clients;
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const failing = [
      vi.spyOn(controlPanel, "getPeopleListPage").mockRejectedValue(error),
      vi.spyOn(controlPanel, "getGroupsListPage").mockRejectedValue(error),
      vi.spyOn(customerManagement, "getUsers").mockRejectedValue(error),
    ];
    const lists = [
      await loadPeopleList(processBackend(), superUser.request("/controlpanel/students?force=true"), "students"),
      await loadGroups(processBackend(), superUser.request("/controlpanel/groups?force=true")),
      await loadManage(processBackend(), superUser.request("/controlpanel/beta/manage?tab=users&force=true")),
    ];
    for (const list of lists) expect([list.list.rows, list.failed]).toEqual([[], { message }]);
    for (const spy of failing) spy.mockRestore();
    vi.restoreAllMocks();
    expect((await loadGroups(processBackend(), superUser.request("/controlpanel/groups"))).failed).toBeNull();
  });
});

it("given invalid filters, then the list is empty and has the service's message", async () => {
  for (const filters of ['{"nonsense":1}', '{"status":"asleep"}']) {
    const request = admin.request(`/controlpanel/students?filters=${encodeURIComponent(filters)}`);
    const { list, failed, groupFilters } = await loadPeopleList(processBackend(), request, "students");
    expect([list.rows, failed]).toEqual([[], { message: "The request is not valid" }]);
    expect(groupFilters.groups.map(({ name }) => name)).toContain("4A");
  }
});

describe("the forms of a list", () => {
  it("save and delete a view, and return an error for a name that is taken or invalid", async () => {
    const at = "/controlpanel/organizations?sortBy=name&sortDesc=false&page=3";
    const save = (name: string) =>
      actOnList(processBackend(), admin.post(at, { intent: "save-view", name }), "organizations");
    const saved = (await save("By name")) as Response;
    expect(saved.headers.get("location")).toBe("/controlpanel/organizations?sortBy=name&sortDesc=false");
    const { choices } = await loadOrganizations(processBackend(), admin.request("/controlpanel/organizations"));
    expect(choices.views).toMatchObject([{ name: "By name", query: "sortBy=name&sortDesc=false" }]);
    expect(await save("BY NAME")).toMatchObject({
      data: { lastResult: { initialValue: { name: "BY NAME" }, error: { name: ["Name already exists"] } } },
    });
    expect(await save("  ")).toMatchObject({ data: { lastResult: { error: { name: ["This value is required"] } } } });
    expect(await save("a\u0000b")).toMatchObject({
      data: { lastResult: { error: { name: ["Contains unsupported characters"] } } },
    });
    expect(await save("x".repeat(101))).toMatchObject({
      data: { lastResult: { error: { name: ["Too many characters"] } } },
    });
    const gone = { intent: "delete-view", view: choices.views[0]?.id ?? "" };
    await actOnList(processBackend(), admin.post(at, gone), "organizations");
    expect(
      (await loadOrganizations(processBackend(), admin.request("/controlpanel/organizations"))).choices.views,
    ).toEqual([]);
  });

  it("save the columns, and return 400 for an unknown intent", async () => {
    const request = admin.post("/controlpanel/groups", { intent: "keep-columns", columns: "year", sortBy: "name" });
    const response = (await actOnList(processBackend(), request, "groups")) as Response;
    expect(response.headers.get("location")).toBe("/controlpanel/groups?sortBy=name");
    expect((await loadGroups(processBackend(), admin.request("/controlpanel/groups"))).choices).toMatchObject({
      columns: ["year"],
      isChosen: true,
    });
    const nonsense = actOnList(processBackend(), admin.post("/controlpanel/groups", { intent: "buy" }), "groups");
    await expect(nonsense).rejects.toMatchObject({ status: 400 });
  });
});

describe("a selection of single people", () => {
  const ask = async (fields: Array<[string, string]>) => {
    const { organization } = await loadPeopleList(
      processBackend(),
      admin.request("/controlpanel/students"),
      "students",
    );
    const body = new URLSearchParams([["organization", organization?.id ?? ""], ...fields]);
    const request = admin.request("/controlpanel/students/bulk", { method: "POST", body, headers: { origin } });
    return submitBulkForm(processBackend(), request, "students");
  };
  const ids = (many: number) =>
    Array.from({ length: many }, (_, index): [string, string] => [
      "ids",
      `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    ]);

  it("accepts 1,000 people, as many as a page can show, and rejects 1,001 (400)", async () => {
    expect(await ask([["act", "deactivate"], ...ids(1000)])).toMatchObject({ count: 1000, names: [] });
    await expect(ask([["act", "deactivate"], ...ids(1001)])).rejects.toMatchObject({ status: 400 });
  });

  it("finds the target group of a move by its name", async () => {
    const { rows } = (await loadPeopleList(processBackend(), admin.request("/controlpanel/students"), "students")).list;
    const somebody: [string, string] = ["ids", rows[0]?.id ?? ""];
    const all = await ask([["act", "move"], somebody]);
    const some = await ask([["act", "move"], ["groupSearch", "4a"], somebody]);
    if (!("groups" in all) || !("groups" in some)) throw new Error("there was no question");
    expect(all.groups.length).toBeGreaterThan(some.groups.length);
    expect(some.groups.length).toBeGreaterThan(0);
    for (const { name } of some.groups) expect(name).toMatch(/4A/);
  });
});
