import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type FormFields, type PageServer, pageServer } from "#tests/support/page-server";
import { type Browser, type Databases, sessionScene } from "#tests/support/session-scene";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { actionKeepingForm } from "~/forms/saved-form-action";

/** A form that is interrupted by an expired session or a required second factor is restored afterwards. Decision 19. */

const origin = "https://se.localhost:3000";
let databases: Databases;
let pages: PageServer;
let school = "";
let group = "";

beforeAll(async () => {
  databases = await sessionScene(["se"]);
  pages = await pageServer();
  const { rows } = await databases.eu.execute<{ school: string; class: string }>(sql`
    select o.uid as school, g.uid as class from directory.organizations o
    join directory.groups g on g.organization_id = o.id
    join directory.memberships m on m.group_id = g.id join directory.users u on u.id = m.user_id
    where o.school_unit_code = 'se-1001' and u.username = 'teacher.se' order by g.id limit 1`);
  [school = "", group = ""] = [rows[0]?.school, rows[0]?.class];
});

/** Submits a form that cannot be accepted now, and returns the address to which the sign-in page redirects. */
async function sendTooLate(browser: Browser, path: string, form: FormFields): Promise<string> {
  const response = await pages.post(browser, path, { "comes-back": "on", ...form });
  expect(response.status).toBe(302);
  const { searchParams } = new URL(browser.take(response), origin);
  return String(searchParams.get("redirect"));
}

const readPage = async (browser: Browser, path: string) => (await pages.get(browser, path)).text();
const back = "Det du skrev är tillbaka";

const forms: Array<[string, string, () => string, FormFields, string[]]> = [
  [
    ...(["of a group", "teacher.se", () => `/controlpanel/groups/${group}?tab=settings`] as const),
    { intent: "save", version: "1", name: "Klass på väg", type: "group", externalId: "x-77" },
    ['value="Klass på väg"', 'value="x-77"', 'name="version" value="1"'],
  ],
  [
    ...(["of a new group", "admin.se", () => "/controlpanel/groups/new"] as const),
    { name: "Ny klass på väg", organization: "", type: "class", typicalSchoolEntryYear: "tjugo" },
    ['value="Ny klass på väg"', 'value="tjugo"'],
  ],
  [
    ...(["of an organisation", "super.se", () => `/controlpanel/organizations/${school}`] as const),
    { intent: "save", version: "1", name: "Skola på väg", city: "Ystad" },
    ['value="Skola på väg"', 'value="Ystad"'],
  ],
  [
    ...(["of a new organisation", "super.se", () => "/controlpanel/organizations/new"] as const),
    { name: "Ny skola på väg", type: "school", comment: "Öppnar i augusti", status: "on" },
    ['value="Ny skola på väg"', "Öppnar i augusti"],
  ],
  [
    ...(["of the reading settings", "guardian.se", () => "/settings"] as const),
    { intent: "reader", rate: "80", volume: "100", theme: "dark" },
    ['value="80" selected', 'checked="" value="dark"'],
  ],
];

describe("given a form submitted after the session expired", () => {
  it.each(forms)("then the input %s is restored after signing in", async (_whose, username, path, form, typed) => {
    const browser = await signedInBrowser(origin, username);
    expect(await readPage(browser, path())).toContain('name="comes-back"');
    await databases.eu.execute(sql`update web.sessions set last_seen_at = now() - interval '4 days'`);
    const target = await sendTooLate(browser, path(), form);
    expect(target).toMatch(/\?draft=[0-9a-f-]{36}$/);
    const again = await signedInBrowser(origin, username);
    const page = await readPage(again, target);
    for (const text of [back, ...typed]) expect(page).toContain(text);
    expect(await readPage(again, path())).not.toContain(back);
  });

  it("then a switch that was turned off stays off", async () => {
    const browser = await signedInBrowser(origin, "super.se");
    const path = `/controlpanel/organizations/${school}`;
    const isOn = (page: string) => /id="organization-status"[^>]* checked=""/.test(page);
    expect(isOn(await readPage(browser, path))).toBe(true);
    await databases.eu.execute(sql`update web.sessions set last_seen_at = now() - interval '4 days'`);
    const target = await sendTooLate(browser, path, { intent: "save", name: "Skola" });
    expect(isOn(await readPage(await signedInBrowser(origin, "super.se"), target))).toBe(false);
  });

  it("then the checkbox for notices stays off, though nothing else was submitted", async () => {
    const browser = await signedInBrowser(origin, "guardian.se");
    const isOn = (page: string) => /name="confirmations"[^>]* checked=""/.test(page);
    expect(isOn(await readPage(browser, "/settings"))).toBe(true);
    await databases.eu.execute(sql`update web.sessions set last_seen_at = now() - interval '4 days'`);
    const target = await sendTooLate(browser, "/settings", { intent: "notices" });
    const page = await readPage(await signedInBrowser(origin, "guardian.se"), target);
    expect([page.includes(back), isOn(page)]).toEqual([true, false]);
  });
});

it("given a school that has just required a second factor, then the form is stored until it is passed", async () => {
  const browser = await signedInBrowser(origin, "teacher.se");
  const set = (on: boolean) =>
    databases.eu.execute(sql`update directory.organizations set secure_auth_enabled = ${on}`);
  await set(true);
  try {
    const form = { intent: "save", version: "1", name: "Klass på väg", type: "class" };
    expect(await sendTooLate(browser, `/controlpanel/groups/${group}`, form)).toMatch(/^\/controlpanel.*\?draft=/);
  } finally {
    await set(false);
  }
});

it("given an appointment that requires a second factor, then the chosen school is restored and the password is not", async () => {
  const browser = await signedInBrowser(origin, "admin.se");
  const { rows } = await databases.eu.execute<{ uid: string }>(sql`
    select uid from directory.users where username = 'teacher.se'`);
  const path = `/controlpanel/employees/${rows[0]?.uid}/administrator`;
  const form = { organization: school, currentPassword: "demo-Passw0rd" };
  const target = await sendTooLate(browser, path, form);
  expect(target).toMatch(/\?draft=/);
  const page = await readPage(browser, target);
  expect(page).toContain(back);
  expect(page).toContain(`<option value="${school}" selected="">`);
  expect(page).not.toContain(form.currentPassword);
});

it.each(["person", "new-person", "group", "new-group", "organization", "new-organization"])(
  "given an unreachable service, then the browser keeps the form of the route %s",
  (name) => {
    // What that does: tests/e2e/people.spec.ts, with one of them.
    const clientAction = actionKeepingForm;
    expect(pages.build.routes[`routes/controlpanel/${name}`]?.module).toMatchObject({ clientAction });
  },
);
