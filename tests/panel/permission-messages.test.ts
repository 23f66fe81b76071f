import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { rolesWithPages, type Target, targetIn } from "#tests/support/page-matrix";
import { signedInBrowser } from "#tests/support/signed-in-browser";
import { formMessages } from "~/services/contracts/form-messages";

/**
 * A page that a user may read but not change says so beside the field or the action, and offers nothing that would be rejected.
 * docs/product/control-panel.md#roles.
 */

const scene = rolesWithPages();
let target: Target;
/** A part of the school without sign-in by badge, and with a pupil. */
let withoutBadges: Target;

beforeAll(async () => {
  target = await targetIn(scene.database, "se", "se-1001", "teacher.se", {});
  withoutBadges = await targetIn(scene.database, "se", "se-1001", "teacher.se", { where: "part" });
  for (const role of ["teacher", "admin", "super"] as const) {
    scene.browsers[role].take(await scene.pages.post(scene.browsers[role], "/preferences", { locale: "en-UK" }));
  }
});

type Role = "teacher" | "admin" | "super";

async function read(role: Role, path: string): Promise<string> {
  const page = await (await scene.pages.get(scene.browsers[role], path)).text();
  return page
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");
}

async function uidOf(username: string): Promise<string> {
  const { rows } = await scene.database.execute<{ uid: string }>(
    sql`select uid from directory.users where username = ${username} and realm = 'se'`,
  );
  return rows[0]?.uid ?? "";
}

const student = () => `/controlpanel/students/${target.student}`;
const { insufficientPermission, secureLogin } = formMessages;

describe("a person's page", () => {
  test("names support for fields that need a secure login in a country that has none", async () => {
    const origin = "https://no.localhost:3000";
    const browser = await signedInBrowser(origin, "admin.no");
    const { rows } = await scene.database.execute<{ uid: string }>(
      sql`select uid from directory.users where username = 'teacher.no'`,
    );
    browser.take(await scene.pages.post(browser, "/preferences", { locale: "en-UK" }));
    const page = await (await scene.pages.get(browser, `/controlpanel/employees/${rows[0]?.uid}`)).text();
    expect(page).toContain(`${secureLogin}. Support can change it.`);
  });

  test("hides empty codes that only another user may fill in", async () => {
    const text = await read("teacher", student());
    for (const label of ["External ID", "School identity (eppn)", "Microsoft 365"]) expect(text).not.toContain(label);
    expect(await read("admin", student())).toContain("External ID");
  });

  test("names the fields of a card that the user may not change", async () => {
    await scene.database.execute(sql`update directory.users set external_id = 'x-1', eppn = 'x@school.se',
      gsuite_id = 'x1', gsuite_email = 'x@google.se', office365 = 'x@office.se' where uid = ${target.student}`);
    const text = await read("teacher", student());
    expect(text).toContain(`External ID: ${insufficientPermission}`);
    expect(text).toContain(`School identity (eppn), Google ID, Google email, Microsoft 365: ${insufficientPermission}`);
    expect(text).toContain(secureLogin);
  });

  test("names the actions on a person that a teacher may not do", async () => {
    expect(await read("teacher", student())).toContain(
      `Log in as this person, Delete pupil: ${insufficientPermission}`,
    );
  });

  test("shows no permission message to a super user", async () => {
    expect(await read("super", student())).not.toContain(insufficientPermission);
  });

  test("shows the message once, at the top, for a person of equal rank", async () => {
    await scene.database.execute(sql`
      update directory.associations set admin = true
      where user_id = (select id from directory.users where uid = ${target.employee})`);
    const text = await read("admin", `/controlpanel/employees/${target.employee}`);
    expect(text.split(insufficientPermission)).toHaveLength(2);
    expect(text).toContain("Ask an administrator with more rights.");
  });

  test("suggests nobody when nobody has the permission, and links to the profile for the user's own email", async () => {
    const own = await read("super", `/controlpanel/employees/${await uidOf("super.se")}`);
    expect(own).toContain(insufficientPermission);
    expect(own).not.toContain("Ask an administrator with more rights.");
    expect(own).not.toMatch(/Email[^.]*: You do not have permission/);
    expect(own).toContain("Change it in your profile");
  });

  test("has only links to sections that are on the page", async () => {
    for (const path of [student(), `/controlpanel/employees/${await uidOf("teacher.se")}`]) {
      const page = await (await scene.pages.get(scene.browsers.teacher, path)).text();
      const places = [...page.matchAll(/href="#([\w-]+)"/g)].map((match) => match[1]);
      expect(places.length).toBeGreaterThan(0);
      for (const place of places) expect(page).toContain(`id="${place}"`);
    }
  });

  test("gives the reason for a missing badge", async () => {
    const text = await read("admin", `/controlpanel/students/${withoutBadges.student}?tab=sign-in`);
    expect(text).not.toContain("New QR badge");
    expect(text).toContain("No QR badge");
    expect(await read("admin", student())).not.toContain("No QR badge");
  });
});

describe("a group's page", () => {
  test("tells a teacher that they may not delete the class", async () => {
    const path = `/controlpanel/groups/${target.group}?tab=settings`;
    expect(await read("teacher", path)).toContain(`Delete class: ${insufficientPermission}`);
    expect(await read("admin", path)).not.toContain(insufficientPermission);
  });
});

describe("an organisation's page", () => {
  test("shows the message once to a teacher, and names an administrator's read-only fields", async () => {
    const path = `/controlpanel/organizations/${target.school}`;
    expect((await read("teacher", path)).split(insufficientPermission)).toHaveLength(2);
    expect(await read("admin", path)).toMatch(/Type, [^:]*: You do not have permission to do this/);
    expect(await read("super", path)).not.toContain(insufficientPermission);
  });
});

describe("the bulk actions of a list", () => {
  async function actionsOffered(role: Role, list: string): Promise<string[]> {
    const page = await (await scene.pages.get(scene.browsers[role], `/controlpanel/${list}`)).text();
    const buttons = page.matchAll(/<button[^>]*name="act"[^>]*value="([\w-]+)"/g);
    return [...buttons].map((match) => match[1] ?? "").filter((action) => !action.startsWith("export"));
  }

  test("given a teacher, then no action is offered that only administrators may do", async () => {
    // A user who sees only their own classes may not move pupils to another class.
    const offered = ["badges", "passwords", "void-badges", "activate", "deactivate"];
    expect(await actionsOffered("teacher", `students?organization=${target.school}`)).toEqual(offered);
  });

  test("given an administrator, then every action is offered", async () => {
    const offered = ["move", "badges", "passwords", "void-badges", "activate", "deactivate", "delete"];
    expect(await actionsOffered("admin", `students?organization=${target.school}`)).toEqual(offered);
  });

  test("given a school without sign-in by badge, then no badge action is offered", async () => {
    const offered = ["move", "passwords", "activate", "deactivate", "delete"];
    expect(await actionsOffered("admin", `students?organization=${withoutBadges.school}`)).toEqual(offered);
  });

  test.each(["guardians", "employees"])("given the list of %s, then no badge action is offered", async (list) => {
    const offered = ["move", "passwords", "activate", "deactivate", "delete"];
    expect(await actionsOffered("admin", `${list}?organization=${target.school}`)).toEqual(offered);
  });

  test("given an action that the teacher may not do, then a message is shown and no job is created", async () => {
    const form = { act: "delete", ids: target.student, organization: target.school, confirmed: "1" };
    const { teacher } = scene.browsers;
    const response = await scene.pages.post(teacher, "/controlpanel/students/bulk", form);
    expect(response.status).toBe(302);
    teacher.take(response);
    const list = String(response.headers.get("location"));
    expect(list).toContain(`/controlpanel/students?organization=${target.school}`);
    expect(await read("teacher", list)).toContain(insufficientPermission);
    const { rows } = await scene.database.execute(sql`select 1 from jobs.jobs where kind = 'delete'`);
    expect(rows).toHaveLength(0);
  });
});
