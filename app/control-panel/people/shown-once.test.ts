import { beforeAll, expect, test } from "vitest";
import { rolesWithPages, type Target, targetIn } from "#tests/support/page-matrix";

/** Credentials that are shown once, without script: reloading their page submits its form again, which must not make others. */

const scene = rolesWithPages();
let target: Target;
beforeAll(async () => {
  target = await targetIn(scene.database, "se", "se-1001", "super.se", {});
});

const student = () => `/controlpanel/students/${target.student}`;

/** The form in a page that has a button with this intent, by field. */
async function formOf(path: string, intent: string): Promise<Record<string, string>> {
  const page = await (await scene.pages.get(scene.browsers.super, path)).text();
  const form = page.match(/<form[\s\S]*?<\/form>/g)?.find((each) => each.includes(`value="${intent}"`)) ?? "";
  const hidden = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return { ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])), intent };
}

/** The credentials on the slip of the page that answers the form. */
async function slipAfter(path: string, fields: Record<string, string>): Promise<string> {
  const page = await (await scene.pages.post(scene.browsers.super, path, fields)).text();
  const [slip = ""] = /<section aria-label="[^"]*"[\s\S]*?<\/section>/.exec(page) ?? [];
  return [...slip.matchAll(/<code>([^<]+)<\/code>|<span class="text-14">([^<]+)<\/span>/g)]
    .map(([, code, picture]) => code ?? picture)
    .join(" ");
}

test.each([
  ["password", "/confirm/new-password", "resetPassword"],
  ["badge", "?tab=sign-in", "issueBadge"],
  ["picture code", "?tab=sign-in", "issuePictures"],
])(
  "given a reload, then the page shows the same %s; the form itself, opened again, makes another",
  async (_, page, intent) => {
    const form = await formOf(student() + page, intent);
    const first = await slipAfter(student(), form);
    expect(first.length).toBeGreaterThan(5);
    expect(await slipAfter(student(), form)).toBe(first);
    expect(await slipAfter(student(), await formOf(student() + page, intent))).not.toBe(first);
    expect(await slipAfter(student(), form)).toBe(first);
  },
);

test("given one page's key for a badge and a picture code, then both are made", async () => {
  const form = await formOf(`${student()}?tab=sign-in`, "issueBadge");
  const badge = await slipAfter(student(), form);
  const pictures = await slipAfter(student(), { ...form, intent: "issuePictures" });
  expect(pictures.split(" ")).toHaveLength(5);
  expect(badge).not.toBe(pictures);
});

test.each(["password", "badge"])("given a reload of a new pupil's page, then it shows the same %s", async (signIn) => {
  const path = `/controlpanel/students/new?organization=${target.school}`;
  const form = await formOf(path, "save");
  const username = `ny.elev.${signIn}`;
  const fields = { ...form, name: "Ny Elev", username, organizations: target.school, group: "", signIn };
  const first = await slipAfter(path, fields);
  expect(first.length).toBeGreaterThan(5);
  expect(await slipAfter(path, fields)).toBe(first);
});
