import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { rolesWithPages, type Target, targetIn } from "#tests/support/page-matrix";
import { processBackend } from "~/composition/process-backend.server";
import { ServiceError } from "~/services/contracts/service-error";

/** Messages, links and errors of the pages for bulk actions and their jobs. */

const scene = rolesWithPages();
let target: Target;
beforeAll(async () => {
  target = await targetIn(scene.database, "se", "se-1001", "super.se", {});
});
afterEach(() => vi.restoreAllMocks());

const send = (fields: Record<string, string>) =>
  scene.pages.post(scene.browsers.super, "/controlpanel/students/bulk", {
    organization: target.school,
    searchString: "anna",
    filters: "",
    sortBy: "name",
    sortDesc: "false",
    ...fields,
  });
const ask = (fields: Record<string, string>) => send({ act: "deactivate", ids: target.student, ...fields });

/** The hidden fields of the page's form, by name. */
const fieldsOf = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, ...pair]) => pair),
  );

const unescaped = (fields: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value?.replaceAll("&quot;", '"') ?? ""]));

const spyOnCreateJob = () => vi.spyOn(processBackend().clients.controlPanel, "createJob");

describe("given an unavailable service", () => {
  const fail = (call: "getPanelOrganization" | "getBulkQuestion" | "createJob") => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    // A remote service can be unavailable, so its client is mocked.
    vi.spyOn(processBackend().clients.controlPanel, call).mockRejectedValue(new ServiceError(503, "gone", "Gone"));
  };

  test.each(["getPanelOrganization", "getBulkQuestion"] as const)(
    "%s fails: returns 502 and keeps the selection in the form for another attempt",
    async (call) => {
      fail(call);
      const response = await ask({});
      expect(response.status).toBe(502);
      const page = await response.text();
      expect(page).toContain("Något gick fel");
      expect(page).toMatch(/href="\/controlpanel\/students\?[^"]*searchString=anna/);
      const fields = fieldsOf(page);
      expect(fields).toMatchObject({ ids: target.student, act: "deactivate", searchString: "anna" });
      vi.restoreAllMocks();
      expect(await (await ask(fields)).text()).toContain("Inaktivera 1 person");
    },
  );

  test("createJob fails: the form repeats the idempotency key, because the job may have started", async () => {
    fail("createJob");
    const response = await ask({ confirmed: "1", key: "the-same-key" });
    expect(response.status).toBe(502);
    expect(fieldsOf(await response.text())).toMatchObject({ confirmed: "1", key: "the-same-key", ids: target.student });
  });

  test("createJob fails for everybody in a class: another attempt selects the same class", async () => {
    fail("createJob");
    const filters = JSON.stringify({ group: target.group });
    const response = await send({ act: "passwords", all: "1", filters, confirmed: "1", key: "once-again" });
    expect(response.status).toBe(502);
    const fields = unescaped(fieldsOf(await response.text()));
    vi.restoreAllMocks();
    const createJob = spyOnCreateJob();
    await send(fields);
    expect(createJob.mock.lastCall?.[0].body.data.selection).toMatchObject({ match: { filters } });
  });
});

test("moving everybody in a class selects the people of that class, not of the target class", async () => {
  const createJob = spyOnCreateJob();
  const filters = JSON.stringify({ group: target.group, status: "active" });
  const goal = crypto.randomUUID();
  await send({ act: "move", all: "1", filters, confirmed: "1", group: goal, key: "moved-all" });
  expect(createJob.mock.lastCall?.[0].body.data).toMatchObject({
    kind: "move",
    group: goal,
    selection: { match: { filters } },
  });
});

test.each(["leave", "move", "passwords", "badges"])(
  "%s on a class's page without a selection is for nobody: a notice asks for a selection, and no job starts",
  async (act) => {
    const createJob = spyOnCreateJob();
    const filters = JSON.stringify({ group: target.group });
    const response = await send({ act, ofGroup: target.group, filters, confirmed: "1", group: target.group });
    expect([response.status, response.headers.get("location")]).toEqual([302, `/controlpanel/groups/${target.group}`]);
    expect(createJob).not.toHaveBeenCalled();
  },
);

test("everybody ticked on a class's page means the members of that class", async () => {
  const createJob = spyOnCreateJob().mockRejectedValue(new ServiceError(503, "gone", "Gone"));
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const page = await (await scene.pages.get(scene.browsers.super, `/controlpanel/groups/${target.group}`)).text();
  const form = page.slice(page.indexOf('action="/controlpanel/students/bulk"'));
  expect(form).toMatch(/<input[^>]*type="checkbox"[^>]*name="all"|<input[^>]*name="all"[^>]*type="checkbox"/);
  const hidden = unescaped(fieldsOf(form.slice(0, form.indexOf("</form>"))));
  await send({ ...hidden, act: "leave", all: "1", confirmed: "1", key: "whole-class" });
  const { selection } = createJob.mock.lastCall?.[0].body.data ?? {};
  const { match } = selection as unknown as { match: { filters: string } };
  expect(JSON.parse(match.filters)).toMatchObject({ group: target.group });
});

describe("deleting many", () => {
  const deleteAll = (fields: Record<string, string> = {}) =>
    send({ act: "delete", all: "1", searchString: "", key: "delete-many", ...fields });
  const countIn = (page: string) => /Skriv ([\d\s]+) för att bekräfta/u.exec(page)?.[1]?.replace(/\s/gu, "") ?? "";

  test("given at least ten people, then nobody is deleted before their number is typed", async () => {
    const createJob = spyOnCreateJob().mockRejectedValue(new ServiceError(503, "gone", "Gone"));
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const count = countIn(await (await deleteAll()).text());
    expect(Number(count)).toBeGreaterThanOrEqual(10);
    for (const typedCount of ["", "9", `${count}0`]) {
      const response = await deleteAll({ confirmed: "1", typedCount });
      expect(response.status).toBe(400);
      expect(await response.text()).toMatch(/<input [^>]*id="typedCount"[^>]*aria-invalid="true"/);
    }
    expect(createJob).not.toHaveBeenCalled();
    const typed = await deleteAll({ confirmed: "1", typedCount: ` ${count} ` });
    expect(createJob).toHaveBeenCalledOnce();
    expect(unescaped(fieldsOf(await typed.text()))).toMatchObject({
      confirmed: "1",
      typedCount: expect.stringContaining(count),
    });
  });

  test("given one person, then the form asks for a confirmation but not for the number", async () => {
    const page = await (await ask({ act: "delete" })).text();
    expect(page).toContain('name="confirmed"');
    expect(page).not.toContain('name="typedCount"');
  });
});

describe("given a choice that no longer exists", () => {
  const noLonger = "Det som valdes finns inte längre";

  test("a deleted group: returns 400, shows the error at the group field and keeps the selection", async () => {
    const response = await ask({ act: "move", confirmed: "1", group: crypto.randomUUID(), key: "once" });
    expect(response.status).toBe(400);
    const page = await response.text();
    expect(page).toContain(noLonger);
    expect(page).toMatch(/<select id="group"[^>]*aria-invalid="true"/);
    expect(fieldsOf(page)).toMatchObject({ ids: target.student, act: "move", searchString: "anna" });
    // Another attempt is a different request, so it has a new idempotency key.
    expect(fieldsOf(page).key).not.toBe("once");
  });

  test("no selected person exists: redirects to the list and shows the message", async () => {
    const { super: browser } = scene.browsers;
    const response = await ask({ ids: crypto.randomUUID(), itemsPerPage: "25" });
    expect(response.status).toBe(302);
    browser.take(response);
    const list = response.headers.get("location") ?? "";
    expect(list).toMatch(/^\/controlpanel\/students\?.*itemsPerPage=25/);
    expect(await (await scene.pages.get(browser, list)).text()).toContain(noLonger);
  });
});

test("the confirmation links back to the list with its filters, sorting, columns and page", async () => {
  const { teacher } = scene.browsers;
  const query = {
    ...{ filters: '{"status":"active"}', sortBy: "name,email", sortDesc: "false,true", multiSort: "true" },
    ...{ groupBy: "groups", groupDesc: "true", columns: "username,email", itemsPerPage: "1", page: "2" },
  };
  const page = await (await scene.pages.get(teacher, `/controlpanel/students?${new URLSearchParams(query)}`)).text();
  const [, ids = ""] = /name="ids"[^>]*value="([^"]+)"/.exec(page) ?? [];
  const fields: Record<string, string> = { ...unescaped(fieldsOf(page)), all: "", ids, act: "deactivate" };
  const response = await scene.pages.post(teacher, "/controlpanel/students/bulk", fields);
  const back = /href="(\/controlpanel\/students\?[^"]*)"[^>]*>(?:(?!<\/a>).)*Tillbaka till listan/s.exec(
    await response.text(),
  );
  const { searchParams } = new URL(back?.[1]?.replaceAll("&amp;", "&") ?? "", "http://here");
  expect(Object.fromEntries(searchParams)).toEqual({ ...query, organization: fields.organization });
});

describe("a job's page", () => {
  const wayBack = (page: string) =>
    /<a [^>]*href="([^"]*)"[^>]*>(?:(?!<\/a>).)*Tillbaka till listan/s.exec(page)?.[1]?.replaceAll("&amp;", "&");

  test("links back to the list that started the job", async () => {
    const started = await ask({ act: "export-csv" });
    const job = started.headers.get("location") ?? "";
    expect(job).toMatch(/^\/controlpanel\/jobs\//);
    const page = await (await scene.pages.get(scene.browsers.super, job)).text();
    const list = new URL(wayBack(page) ?? "", "http://here");
    expect(list.pathname).toBe("/controlpanel/students");
    expect(Object.fromEntries(list.searchParams)).toEqual({
      searchString: "anna",
      sortBy: "name",
      sortDesc: "false",
      organization: target.school,
    });
  });

  test.each(["", "?back=//evil.example", "?back=https://evil.example/students", "?back=../login"])(
    "has no back link for a missing address or one outside the control panel: %s",
    async (query) => {
      const page = await (
        await scene.pages.get(scene.browsers.super, `/controlpanel/jobs/${target.job}${query}`)
      ).text();
      expect(page).toContain("</h1>");
      expect(wayBack(page)).toBeUndefined();
    },
  );

  test.each([
    ["waiting", "Väntar"],
    ["running", "Pågår"],
    ["failed", "Misslyckades"],
    ["cancelled", "Avbrutet"],
    ["done", "Klart"],
  ])("labels the progress bar with the state of the job: %s", async (state, words) => {
    await scene.database.execute(sql`update jobs.jobs set kind = 'delete', state = ${state}, total = 12, done = 8,
      beat_at = now(), expires_at = now() + interval '1 day' where id = ${target.job}`);
    const page = await (await scene.pages.get(scene.browsers.super, `/controlpanel/jobs/${target.job}`)).text();
    expect(/<\/h1>[\s\S]*?<label [^>]*>([^<]*)/.exec(page)?.[1]).toBe(words);
  });

  test.each([
    ["super", true],
    ["teacher", false],
  ] as const)("offers to undo leaving a group only to users who may add members: %s, %s", async (who, isOffered) => {
    const { rows } = await scene.database.execute<{ id: string }>(sql`
      insert into jobs.jobs (realm, kind, state, asked, started_by, is_secure, origin, total, done, expires_at)
      select 'se', 'leave', 'done', jsonb_build_object('kind', 'leave', 'selection', '{}'::jsonb, 'group', g.uid), u.uid, false,
        '', 1, 1, now() + interval '1 day'
      from directory.users u, directory.users teacher
      join directory.memberships m on m.user_id = teacher.id join directory.groups g on g.id = m.group_id
      where u.username = ${`${who}.se`} and teacher.username = 'teacher.se' limit 1 returning id`);
    const page = await (await scene.pages.get(scene.browsers[who], `/controlpanel/jobs/${rows[0]?.id}`)).text();
    expect(page).toContain("Klart");
    expect(page.includes('value="undo"')).toBe(isOffered);
  });

  test("undo without a list to go back to leads to the jobs, with the notice", async () => {
    const { super: browser } = scene.browsers;
    const started = await ask({ confirmed: "1", key: crypto.randomUUID() });
    const { rows } = await scene.database.execute<{ id: string }>(
      sql`select id from jobs.jobs where kind = 'deactivate' order by created_at desc limit 1`,
    );
    expect(started.status).toBe(302);
    const undone = await scene.pages.post(browser, `/controlpanel/jobs/${rows[0]?.id}`, { intent: "undo" });
    expect(undone.headers.get("location")).toBe("/controlpanel/jobs");
    browser.take(undone);
    expect(await (await scene.pages.get(browser, "/controlpanel/jobs")).text()).toContain("Ångrat för 1 person.");
  });

  test("given an unknown total, then counting is shown for a running job and not for a waiting one", async () => {
    const pageOf = async (state: string) => {
      await scene.database.execute(sql`update jobs.jobs set state = ${state}, total = null, done = 0, beat_at = now(),
        created_at = now() where id = ${target.job}`);
      return (await scene.pages.get(scene.browsers.super, "/controlpanel/jobs")).text();
    };
    expect(await pageOf("running")).toContain("Räknar");
    expect(await pageOf("waiting")).not.toContain("Räknar");
  });

  describe("given a running job", () => {
    const pageOf = async (kind: string, done: number) => {
      await scene.database.execute(sql`update jobs.jobs set kind = ${kind}, state = 'running', total = 100, done = ${done},
        beat_at = now() where id = ${target.job}`);
      return (await scene.pages.get(scene.browsers.super, `/controlpanel/jobs/${target.job}`)).text();
    };
    const isMade = "Filen skapas";

    test.each(["badges", "passwords", "export"])(
      "%s: given every row processed, then the file is being created and the job cannot be cancelled",
      async (kind) => {
        const ending = /<form method="post" action="\/controlpanel\/jobs\//;
        const before = await pageOf(kind, 99);
        expect(before).not.toContain(isMade);
        expect(before).toMatch(ending);
        const page = await pageOf(kind, 100);
        expect(page).toContain(isMade);
        expect(page).not.toMatch(ending);
      },
    );

    test("delete: shows nothing about a file", async () => {
      expect(await pageOf("delete", 100)).not.toContain(isMade);
    });
  });
});
