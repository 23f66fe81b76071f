import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { everybodyAtPages, type Target, targetIn } from "#tests/support/page-matrix";
import { getWiring } from "~/clients/wiring.server";
import { ServiceError } from "~/services/contracts/service-error";

/** What the pages of bulk acts and their jobs say beside the work itself. */

const scene = everybodyAtPages();
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

/** The fields of the form that asks again. */
const fieldsOf = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, ...pair]) => pair),
  );

const unescaped = (fields: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value?.replaceAll("&quot;", '"') ?? ""]));

const spyOnCreateJob = () => vi.spyOn(getWiring().clients.controlPanel, "createJob");

describe("a service that could not do it", () => {
  const fail = (call: "getOrganization" | "getStudents" | "createJob") => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    // why: the network's edge; a service that is far away may be gone.
    vi.spyOn(getWiring().clients.controlPanel, call).mockRejectedValue(new ServiceError(503, "gone", "Gone"));
  };

  test.each(["getOrganization", "getStudents"] as const)("%s: what was chosen is there to ask again", async (call) => {
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
  });

  test("a job that may have begun is asked for by the same key", async () => {
    fail("createJob");
    const response = await ask({ confirmed: "1", key: "the-same-key" });
    expect(response.status).toBe(502);
    expect(fieldsOf(await response.text())).toMatchObject({ confirmed: "1", key: "the-same-key", ids: target.student });
  });

  test("everybody in a class: it is asked again for the same class and nobody else", async () => {
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

test("everybody in a class is moved from that class, not from the one that they move to", async () => {
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

describe("deleting many", () => {
  const deleteAll = (fields: Record<string, string> = {}) =>
    send({ act: "delete", all: "1", searchString: "", key: "delete-many", ...fields });
  const countIn = (page: string) => /Skriv ([\d\s]+) för att bekräfta/u.exec(page)?.[1]?.replace(/\s/gu, "") ?? "";

  test("given ten people or more, asks to type how many they are, and deletes nobody before that", async () => {
    const createJob = spyOnCreateJob().mockRejectedValue(new ServiceError(503, "gone", "Gone"));
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const count = countIn(await (await deleteAll()).text());
    expect(Number(count)).toBeGreaterThanOrEqual(10);
    for (const typedCount of ["", "9", `${count}0`]) {
      const response = await deleteAll({ confirmed: "1", typedCount });
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

  test("given fewer, asks once and for no number", async () => {
    const page = await (await ask({ act: "delete" })).text();
    expect(page).toContain('name="confirmed"');
    expect(page).not.toContain('name="typedCount"');
  });
});

describe("what has gone since it was chosen", () => {
  const noLonger = "Det som valdes finns inte längre";

  test("a group: the same is asked again, beside the group", async () => {
    const response = await ask({ act: "move", confirmed: "1", group: crypto.randomUUID(), key: "once" });
    expect(response.status).toBe(400);
    const page = await response.text();
    expect(page).toContain(noLonger);
    expect(page).toMatch(/<select id="group"[^>]*aria-invalid="true"/);
    expect(fieldsOf(page)).toMatchObject({ ids: target.student, act: "move", searchString: "anna" });
    // What was refused is not what the next answer is to.
    expect(fieldsOf(page).key).not.toBe("once");
  });

  test("everybody: back to the list, and told", async () => {
    const { super: browser } = scene.browsers;
    const response = await ask({ ids: crypto.randomUUID(), itemsPerPage: "25" });
    expect(response.status).toBe(302);
    browser.take(response);
    const list = response.headers.get("location") ?? "";
    expect(list).toMatch(/^\/controlpanel\/students\?.*itemsPerPage=25/);
    expect(await (await scene.pages.get(browser, list)).text()).toContain(noLonger);
  });
});

test("the way back from a question is the list as it stood", async () => {
  const { teacher } = scene.browsers;
  const shown = {
    ...{ filters: '{"status":"active"}', sortBy: "name,email", sortDesc: "false,true", multiSort: "true" },
    ...{ groupBy: "groups", groupDesc: "true", columns: "username,email", itemsPerPage: "1", page: "2" },
  };
  const page = await (await scene.pages.get(teacher, `/controlpanel/students?${new URLSearchParams(shown)}`)).text();
  const [, ids = ""] = /name="ids"[^>]*value="([^"]+)"/.exec(page) ?? [];
  const fields: Record<string, string> = { ...unescaped(fieldsOf(page)), all: "", ids, act: "deactivate" };
  const response = await scene.pages.post(teacher, "/controlpanel/students/bulk", fields);
  const back = /href="(\/controlpanel\/students\?[^"]*)"[^>]*>(?:(?!<\/a>).)*Tillbaka till listan/s.exec(
    await response.text(),
  );
  const { searchParams } = new URL(back?.[1]?.replaceAll("&amp;", "&") ?? "", "http://here");
  expect(Object.fromEntries(searchParams)).toEqual({ ...shown, organization: fields.organization });
});

describe("a job's page", () => {
  const wayBack = (page: string) =>
    /<a [^>]*href="([^"]*)"[^>]*>(?:(?!<\/a>).)*Tillbaka till listan/s.exec(page)?.[1]?.replaceAll("&amp;", "&");

  test("leads back to the list that the job was started from", async () => {
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
    "leads nowhere else: %s",
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
  ])("says above its bar what came of it: %s", async (state, words) => {
    await scene.database.execute(sql`update jobs.jobs set kind = 'delete', state = ${state}, total = 12, done = 8,
      beat_at = now(), expires_at = now() + interval '1 day' where id = ${target.job}`);
    const page = await (await scene.pages.get(scene.browsers.super, `/controlpanel/jobs/${target.job}`)).text();
    expect(/<\/h1>[\s\S]*?<label [^>]*>([^<]*)/.exec(page)?.[1]).toBe(words);
  });

  test.each([
    ["super", true],
    ["teacher", false],
  ] as const)("offers to take back who left a group to those who may add members: %s, %s", async (who, isOffered) => {
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

  test("counts only once it has begun", async () => {
    const pageOf = async (state: string) => {
      await scene.database.execute(sql`update jobs.jobs set state = ${state}, total = null, done = 0, beat_at = now(),
        created_at = now() where id = ${target.job}`);
      return (await scene.pages.get(scene.browsers.super, "/controlpanel/jobs")).text();
    };
    expect(await pageOf("running")).toContain("Räknar");
    expect(await pageOf("waiting")).not.toContain("Räknar");
  });

  describe("while it is at work", () => {
    const pageOf = async (kind: string, done: number) => {
      await scene.database.execute(sql`update jobs.jobs set kind = ${kind}, state = 'running', total = 100, done = ${done},
        beat_at = now() where id = ${target.job}`);
      return (await scene.pages.get(scene.browsers.super, `/controlpanel/jobs/${target.job}`)).text();
    };
    const isMade = "Filen skapas";

    test.each(["badges", "passwords", "export"])(
      "%s: once all are through, that the file is being made",
      async (kind) => {
        const ending = /<form method="post" action="\/controlpanel\/jobs\//;
        const before = await pageOf(kind, 99);
        expect(before).not.toContain(isMade);
        expect(before).toMatch(ending);
        const page = await pageOf(kind, 100);
        expect(page).toContain(isMade);
        // Nothing is left that could be called off.
        expect(page).not.toMatch(ending);
      },
    );

    test("nothing of a file where there will be none", async () => {
      expect(await pageOf("delete", 100)).not.toContain(isMade);
    });
  });
});
