import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { everybodyAtPages, type Target, targetIn } from "#tests/support/page-matrix";
import type { FormFields } from "#tests/support/page-server";
import { getWiring } from "~/clients/wiring.server";
import { formMessages } from "~/services/contracts/form-messages";
import { ServiceError } from "~/services/contracts/service-error";
import { takeNotice } from "~/shell/notice.server";

/** What the forms of people say when only a part of what was asked for could be done. docs/product/control-panel.md#errors. */

const scene = everybodyAtPages();
let target: Target;

beforeAll(async () => {
  target = await targetIn(scene.database, "se", "se-1001", "teacher.se", {});
  for (const role of ["teacher", "super"] as const) {
    scene.browsers[role].take(await scene.pages.post(scene.browsers[role], "/preferences", { locale: "en-UK" }));
  }
});
afterEach(() => vi.restoreAllMocks());

const send = (path: string, form: FormFields) => scene.pages.post(scene.browsers.super, path, form);
const edge = () => getWiring().clients.controlPanel;

async function noticeOf(answer: Response) {
  const cookie = answer.headers.getSetCookie().find((each) => each.startsWith("fabel_notice="));
  const request = new Request("https://www.fabelskolan.se/", { headers: { cookie: cookie?.split(";")[0] ?? "" } });
  return (await takeNotice(request)).notice;
}

let made = 0;
function newPupil(change: FormFields = {}): FormFields {
  made += 1;
  const form = { intent: "save", name: `Elsa Form ${made}`, username: `elsa.form.${made}`, status: "on" };
  return { ...form, organizations: target.school, ...change };
}
const newPath = () => `/controlpanel/students/new?organization=${target.school}`;

async function isThere(username: unknown): Promise<boolean> {
  const { rows } = await scene.database.execute(sql`select 1 from directory.users where username = ${username}`);
  return rows.length === 1;
}

describe("a new pupil", () => {
  test.each([
    ["a badge that the school has switched off meanwhile", "badge", 409],
    ["a badge that one may no longer give", "badge", 403],
    ["a password that one may not give", "password", 403],
  ] as const)("is there without %s, and the page says so", async (_what, signIn, status) => {
    const refused = new ServiceError(status, "refused", "Refused");
    // why: the right is lost between two calls of one form, which no test can time.
    vi.spyOn(edge(), signIn === "badge" ? "issueBadge" : "resetPassword").mockRejectedValue(refused);
    const form = newPupil({ signIn });
    const answer = await send(newPath(), form);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toMatch(/^\/controlpanel\/students\/[0-9a-f-]{36}$/);
    expect(await noticeOf(answer)).toMatchObject({ type: "success", message: `${form.name} has been added.` });
    expect(await isThere(form.username)).toBe(true);
  });

  test.each([
    ["refused", { name: "" }, 400],
    ["searched for a school", { intent: "searchChoices" }, 200],
  ] as const)("whose form is %s keeps the class and the way to sign in that were chosen", async (_what, change, status) => {
    const answer = await send(newPath(), newPupil({ group: target.group, signIn: "later", ...change }));
    expect(answer.status).toBe(status);
    const page = await answer.text();
    expect(page).toContain(`<option value="${target.group}" selected="">`);
    expect(page).toMatch(/<input(?=[^>]*name="signIn")(?=[^>]*value="later")[^>]*checked=""/);
    expect(page).not.toMatch(/<input(?=[^>]*name="signIn")(?=[^>]*value="password")[^>]*checked=""/);
  });

  test("comes into the class that was chosen", async () => {
    const form = newPupil({ group: target.group, signIn: "later" });
    const answer = await send(newPath(), form);
    const { rows } = await scene.database.execute(sql`
      select g.uid from directory.memberships m join directory.groups g on g.id = m.group_id
      join directory.users u on u.id = m.user_id where u.username = ${form.username}`);
    expect([answer.status, rows]).toEqual([302, [{ uid: target.group }]]);
  });
});

describe("the classes of a pupil", () => {
  const path = () => `/controlpanel/students/${target.student}`;
  const asTeacher = (form: FormFields) => scene.pages.post(scene.browsers.teacher, path(), form);

  test("who has left a teacher's last class are saved, and the teacher is led to the list", async () => {
    const fresh = await targetIn(scene.database, "se", "se-1001", "teacher.se", {});
    const form = { intent: "groups", was: fresh.group, groups: "" };
    const answer = await scene.pages.post(scene.browsers.teacher, `/controlpanel/students/${fresh.student}`, form);
    expect(answer.headers.get("location")).toMatch(/^\/controlpanel\/students(\?|$)/);
    expect((await noticeOf(answer))?.message).toBe(`Pupil ${fresh.secret} has been saved.`);
  });

  test("are saved though the service fails afterwards: nobody is led away from a pupil whom they still see", async () => {
    const call = edge().getPerson;
    let asked = 0;
    // why: the network's edge; a service that is far away may be gone between two calls.
    vi.spyOn(edge(), "getPerson").mockImplementation((...input: Parameters<typeof call>) => {
      asked += 1;
      if (asked === 1) return call(...input);
      throw new ServiceError(503, "gone", "Gone");
    });
    const answer = await asTeacher({ intent: "groups", was: target.group, groups: target.group });
    expect(answer.headers.get("location")).toBe(path());
    expect(await noticeOf(answer)).toMatchObject({ type: "success", message: `Pupil ${target.secret} has been saved.` });
  });
});

describe("a password that was tried too often", () => {
  test("while an administrator is appointed is told in the reader's language, with how long to wait", async () => {
    const headers = { "Retry-After": "900" };
    // why: the limit counts wrong passwords of a caller with a second factor, which no account of the scene has.
    vi.spyOn(edge(), "appointAdministrator").mockRejectedValue(
      new ServiceError(429, "too_many_attempts", "Too many attempts", undefined, headers),
    );
    const form = { organization: target.school, currentPassword: "not the caller's" };
    const answer = await send(`/controlpanel/employees/${target.employee}/administrator`, form);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "900"]);
    const page = await answer.text();
    expect(page).toContain("Too many attempts. Wait 15 minutes.");
    expect(formMessages).toHaveProperty("tooManyAttempts");
  });
});
