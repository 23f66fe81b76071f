import type { Page } from "@playwright/test";
import { inlineRows, workbookBytes } from "./make-workbook";
import { oneRosterZip } from "./oneroster-files";
import { openPage } from "./open-page";
import { smallSource } from "./roster-content";
import type { Screen } from "./screen";

/** The control panel's screens: people, groups, organisations. */

const panel = "/controlpanel";

/** Opens the first row of a list. */
const openFirst = async (page: Page) => {
  await page.locator("tbody a").first().click();
  await page.waitForURL(/[0-9a-f-]{36}(\?|$)/);
};

/** Opens a page below the first row's page. */
const openBelow = (end: string) => async (page: Page) => {
  await openFirst(page);
  await openPage(page, `${page.url().split("?")[0]}${end}`);
};

/** Submits a form with invalid values, so that every error message is shown. */
const sendWrong = (wrong: Record<string, string>) => async (page: Page) => {
  await page.locator("main form details").evaluateAll((parts) => {
    for (const part of parts as HTMLDetailsElement[]) part.open = true;
  });
  for (const [name, value] of Object.entries(wrong)) await page.locator(`[name=${name}]`).fill(value);
  const form = page.locator("main form[method=post]");
  await form.locator("button[name=intent][value=save], button:not([name])").first().click();
  await page.locator("[aria-invalid]").first().waitFor();
};

/** Another tab saves first. */
const beOvertaken = async (page: Page) => {
  await openFirst(page);
  const save = (where: Page) => where.locator("button[name=intent][value=save]").click();
  const other = await page.context().newPage();
  await openPage(other, page.url());
  const now = Date.now();
  await other.locator("input[name=name]").fill(`Changed meanwhile ${now}`);
  await save(other);
  await other.getByText(`Changed meanwhile ${now}`).first().waitFor();
  await other.close();
  await page.locator("input[name=name]").fill("Changed here");
  await save(page);
  await page.locator("dd", { hasText: `Changed meanwhile ${now}` }).waitFor();
};

/** Previews an import with a new person, an invalid cell and a person with a known name. */
const previewImport = async (page: Page) => {
  await openPage(page, new URL(`${panel}/students`, page.url()).href);
  const known = await page.locator("tbody a").first().textContent();
  await openPage(page, new URL(`${panel}/import`, page.url()).href);
  // Unique, so that no earlier run has imported this person.
  const now = Date.now();
  const rows = [
    ["Användarnamn", "Namn", "Typ", "E-post", "Klass", "Allergier"],
    [`screen.${now}`, `Åsa Ñandú ${now}`, "Elev", "", "9Z", "nötter"],
    ["screen.wrong", "Bo Straße", "Rektor", "bo(a)skola", "", ""],
    ["screen.known", known?.trim() ?? "", "Elev", "", "", ""],
  ];
  const buffer = Buffer.from(workbookBytes({ sheets: { Elever: inlineRows(rows) } }));
  const mimeType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  await page.locator("input[name=file]").setInputFiles({ name: "klass.xlsx", mimeType, buffer });
  await page.locator("form:has(input[name=file]) button").click();
  await page.locator("button[name=intent][value=start]").waitFor();
};

const openAll = async (page: Page) => {
  await previewImport(page);
  await openPage(page, `${page.url().split("?")[0]}?all=1`);
};

const importPeople = async (page: Page) => {
  await previewImport(page);
  await page.locator("button[name=intent][value=start]").click();
  await page.locator("button[name=intent][value=undo]").waitFor();
};

/** Creates a new file source and opens its page. */
const addSource = async (page: Page) => {
  await page.locator("main a[href$='/sources/new']").click();
  await page.locator("input[name=name]").fill(`Register ${Date.now()}`);
  await page.locator("select[name=type]").selectOption("file");
  await page.locator("button[name=intent][value=save]").click();
  await page.locator("input[name=file]").waitFor();
};

/** A dry run of a small municipality: its top organisation matches the current school, and its schools are unknown. */
const runDry = async (page: Page) => {
  await addSource(page);
  const content = smallSource();
  const buffer = Buffer.from(oneRosterZip(content));
  await page.locator("input[name=file]").setInputFiles({ name: "export.zip", mimeType: "application/zip", buffer });
  await page.locator("form:has(input[name=file]) button").click();
  // The counts are shown once the run has ended, whether dry or not.
  await page.locator("main dl").first().waitFor();
};

/** Opens a page of the teacher's first class. */
const openOwnClass = (end: string) => async (page: Page) => {
  await page.locator("main section a[href*='/controlpanel/groups/']").first().click();
  await page.waitForURL(/groups\/[0-9a-f-]{36}$/);
  await openPage(page, `${page.url()}${end}`);
};

export const panelScreens: Screen[] = [
  { name: "panel-assignments", path: "/controlpanel/assignments", viewer: "teacher" },
  { name: "panel-assignments-new", path: "/controlpanel/assignments/new", viewer: "teacher" },
  {
    name: "panel-assignment",
    path: "/controlpanel/assignments",
    viewer: "teacher",
    prepare: async (page) => {
      await page.locator("main h2 a").first().click();
      await page.waitForURL(/assignments\/[0-9a-f-]{36}$/);
    },
  },

  { name: "person", path: `${panel}/students`, viewer: "admin", prepare: openFirst, isWhole: true },
  { name: "group", path: `${panel}/groups`, viewer: "admin", prepare: openFirst, isWhole: true },
  { name: "organization", path: `${panel}/organizations`, viewer: "admin", prepare: openFirst, isWhole: true },
  { name: "panel-overview", path: panel, viewer: "admin", isWhole: true },
  { name: "panel-groups", path: `${panel}/groups`, viewer: "admin", isWhole: true },
  { name: "panel-organizations", path: `${panel}/organizations`, viewer: "admin", isWhole: true },
  {
    name: "panel-guardian",
    isFurtherState: true,
    path: `${panel}/guardians`,
    viewer: "admin",
    prepare: openFirst,
    isWhole: true,
  },
  {
    name: "panel-employee",
    isFurtherState: true,
    path: `${panel}/employees`,
    viewer: "super",
    prepare: openFirst,
    isWhole: true,
  },
  {
    name: "panel-pupil-teacher",
    isFurtherState: true,
    path: `${panel}/students`,
    viewer: "teacher",
    prepare: openFirst,
    isWhole: true,
  },
  {
    name: "panel-new-person-wrong",
    path: `${panel}/employees/new`,
    viewer: "super",
    prepare: sendWrong({ username: "two words", email: "nobody", postalCode: "1", sms: "12" }),
    isWhole: true,
  },
  {
    name: "panel-person-stale",
    isFurtherState: true,
    path: `${panel}/students`,
    viewer: "admin",
    prepare: beOvertaken,
    isWhole: true,
  },
  {
    name: "panel-person-confirm",
    path: `${panel}/students`,
    viewer: "admin",
    prepare: openBelow("/confirm/new-password"),
  },
  {
    name: "panel-person-delete",
    path: `${panel}/students`,
    viewer: "admin",
    prepare: openBelow("/delete"),
    isWhole: true,
  },
  {
    name: "panel-person-periods",
    path: `${panel}/students`,
    viewer: "super",
    prepare: openBelow("/periods"),
    isWhole: true,
  },
  {
    name: "panel-person-shelf",
    path: `${panel}/students`,
    viewer: "admin",
    prepare: openBelow("/shelf?q=salt"),
    isWhole: true,
  },
  { name: "panel-group-shelf", path: panel, viewer: "teacher", prepare: openOwnClass("/shelf?q=a"), isWhole: true },
  { name: "panel-group-notes", path: panel, viewer: "teacher", prepare: openOwnClass("/notes"), isWhole: true },
  { name: "panel-group-reading", path: panel, viewer: "teacher", prepare: openOwnClass("/reading"), isWhole: true },
  {
    name: "panel-school-reading",
    path: `${panel}/organizations`,
    viewer: "admin",
    prepare: openBelow("/reading?days=91"),
    isFurtherState: true,
    isWhole: true,
  },
  {
    name: "panel-pupil-reading",
    path: panel,
    viewer: "teacher",
    prepare: async (page) => {
      await openOwnClass("/reading")(page);
      await page.locator("a[href*='/controlpanel/students/']").first().click();
      await page.waitForURL(/students\/[^/]+\/reading/);
    },
    isWhole: true,
  },
  { name: "children", path: "/children", viewer: "guardian" },
  { name: "panel-person-log", path: `${panel}/students`, viewer: "admin", prepare: openBelow("/log"), isWhole: true },
  {
    name: "panel-group-stale",
    isFurtherState: true,
    path: `${panel}/groups`,
    viewer: "admin",
    prepare: beOvertaken,
    isWhole: true,
  },
  {
    name: "panel-new-group-wrong",
    isFurtherState: true,
    path: `${panel}/groups/new`,
    viewer: "admin",
    prepare: sendWrong({ typicalSchoolEntryYear: "long ago" }),
    isWhole: true,
  },
  {
    name: "panel-organization-super",
    isFurtherState: true,
    path: `${panel}/organizations`,
    viewer: "super",
    prepare: openFirst,
    isWhole: true,
  },
  {
    name: "panel-organization-delete",
    path: `${panel}/organizations`,
    viewer: "super",
    prepare: openBelow("/delete"),
    isWhole: true,
  },
  {
    name: "panel-new-organization-wrong",
    isFurtherState: true,
    path: `${panel}/organizations/new`,
    viewer: "super",
    prepare: sendWrong({ pupilNumber: "many", postalCode: "1" }),
    isWhole: true,
  },
  { name: "panel-import", path: `${panel}/import`, viewer: "admin", isWhole: true },
  { name: "panel-import-preview", path: `${panel}/import`, viewer: "admin", prepare: openAll, isWhole: true },
  {
    name: "panel-import-done",
    isFurtherState: true,
    path: `${panel}/import`,
    viewer: "admin",
    prepare: importPeople,
    isWhole: true,
  },
  { name: "panel-sync", path: `${panel}/sync`, viewer: "admin", isWhole: true },
  {
    name: "panel-sync-source-wrong",
    path: `${panel}/sync`,
    viewer: "admin",
    prepare: async (page) => {
      await page.locator("main a[href$='/sources/new']").click();
      await page.locator("input[name=address]").fill("nowhere");
      await page.locator("button[name=intent][value=save]").click();
      await page.locator("[aria-invalid]").first().waitFor();
    },
    isWhole: true,
  },
  {
    name: "panel-sync-source",
    isFurtherState: true,
    path: `${panel}/sync`,
    viewer: "admin",
    prepare: addSource,
    isWhole: true,
  },
  { name: "panel-sync-job", path: `${panel}/sync`, viewer: "admin", prepare: runDry, isWhole: true },
  {
    name: "panel-organization-periods",
    isFurtherState: true,
    path: `${panel}/organizations`,
    viewer: "super",
    prepare: openBelow("/periods"),
    isWhole: true,
  },
  {
    name: "panel-organization-shelf",
    isFurtherState: true,
    path: `${panel}/organizations`,
    viewer: "admin",
    prepare: openBelow("/shelf?q=a"),
    isWhole: true,
  },
  { name: "panel-manage", path: `${panel}/beta/manage`, viewer: "super", isWhole: true },
  {
    name: "panel-manage-organizations",
    isFurtherState: true,
    path: `${panel}/beta/manage?tab=organizations`,
    viewer: "super",
    isWhole: true,
  },
  {
    name: "panel-manage-groups",
    isFurtherState: true,
    path: `${panel}/beta/manage?tab=groups`,
    viewer: "super",
    isWhole: true,
  },
  { name: "panel-not-allowed", path: `${panel}/employees`, viewer: "teacher", isWhole: true },
];
