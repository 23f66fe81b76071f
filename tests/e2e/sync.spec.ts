import { expect, type Page } from "@playwright/test";
import { test } from "#tests/support/browser-test";
import { csvLine, type FileChanges, oneRosterFiles, oneRosterZip } from "#tests/support/oneroster-files";
import { at, logIn, waitForHydration } from "#tests/support/open-page";
import type { SourceContent } from "#tests/support/roster-content";

/** A sync from a file of a student system, and its undo, as a school's administrator. The texts are those of the realm, Swedish. */

// In order: all of them sync the same school, and its runs follow each other.
test.describe.configure({ mode: "default" });

function school(name: string, count: number): SourceContent {
  return {
    schools: [{ id: "org-1", name, unitCode: null, parentId: null }],
    classes: [{ id: "class-1", name: "Synk 5C", schoolId: "org-1" }],
    people: Array.from({ length: count }, (_, place) => ({
      id: `synkad-${place}`,
      role: "student" as const,
      givenName: "Åsa",
      familyName: `Ñandú ${place}`,
      username: `synkad.${place}`,
      externalId: `ext-synkad-${place}`,
      email: `synkad.${place}@skola.example`,
      schoolIds: ["org-1"],
      classes: [{ id: "class-1", role: "student" as const }],
    })),
  };
}

async function upload(page: Page, content: SourceContent, changes: FileChanges = {}): Promise<void> {
  await page.getByLabel("OneRoster-fil").setInputFiles({
    name: "export.zip",
    mimeType: "application/zip",
    buffer: Buffer.from(oneRosterZip(content, {}, changes)),
  });
  await page.getByRole("button", { name: "Ladda upp och läs" }).click();
}

test("given a OneRoster file, then a dry run is approved, and a run with many deactivations held and undone", async ({
  page,
}) => {
  await logIn(page, "admin.se", "/controlpanel/sync");
  await page.getByRole("link", { name: "Lägg till källa" }).click();
  await page.getByRole("button", { name: "Spara källa" }).click();
  await expect(page.getByRole("alert").getByRole("link", { name: /^Namn/ })).toBeVisible();
  await page.getByLabel("Namn", { exact: true }).fill("Elevregistret");
  await page.getByLabel("Typ av källa").selectOption({ label: "OneRoster-fil (zip)" });
  await page.getByRole("button", { name: "Spara källa" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Elevregistret" })).toBeVisible();
  const source = new URL(page.url()).pathname;

  // Dry run is on by default.
  await upload(page, school("Ekbackens skola", 10));
  await expect(page.getByText("Det här var en provkörning. Inget är sparat ännu.")).toBeVisible();
  await page.getByRole("link", { name: "Nya 10" }).click();
  await expect(page.getByText("Åsa Ñandú 3", { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "Godkänn och spara" }).click();
  await expect(page.getByText("10 personer sparades")).toBeVisible();

  await page.getByRole("link", { name: "Synk av personer" }).click();
  await page.getByRole("switch", { name: "Provkörning" }).uncheck();
  await page.getByRole("button", { name: "Spara provkörning" }).click();
  await expect(page.getByRole("switch", { name: "Provkörning" })).not.toBeChecked();

  await page.goto(at("se", source));
  await upload(page, school("Ekbackens skola", 8));
  await expect(page.getByText("Körningen är pausad tills någon bestämmer")).toBeVisible();
  await page.getByRole("link", { name: "Avaktiveras 2" }).click();
  await expect(page.getByText("Åsa Ñandú 9", { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "Godkänn och spara" }).click();
  await expect(page.getByText("2 personer sparades")).toBeVisible();
  await page.locator("summary", { hasText: "Ångra körningen" }).click();
  await page.getByRole("button", { name: "Ångra körningen" }).click();
  await expect(page.getByText("2 personer är som före körningen")).toBeVisible();
  await expect(page.getByText("Ångrad. Som förut: 2.")).toBeVisible();
});

test("given an archive with rows that cannot be used, then the log names each, and the rows speak of the source", async ({
  page,
}) => {
  await logIn(page, "admin.se", "/controlpanel/sync");
  await page.getByRole("link", { name: "Lägg till källa" }).click();
  await page.getByLabel("Namn", { exact: true }).fill("Register med fel");
  await page.getByLabel("Typ av källa").selectOption({ label: "OneRoster-fil (zip)" });
  await page.getByRole("button", { name: "Spara källa" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Register med fel" })).toBeVisible();

  const content = school("Ekbackens skola", 2);
  const [headings = "", ...lines] = [...(oneRosterFiles(content)["users.csv"] ?? [])].join("").split("\r\n");
  const user = (values: Record<string, string>) =>
    csvLine(
      headings.split(",").map((heading) => ({ enabledUser: "true", orgSourcedIds: "org-1", ...values })[heading] ?? ""),
    );
  const users = [
    [headings, ...lines].join("\r\n"),
    user({ sourcedId: "fel-1", role: "banana", givenName: "Bo", familyName: "Berg" }),
    user({ sourcedId: "fel-2", role: "student", givenName: "Cleo", familyName: "Berg" }),
    user({ sourcedId: "fel-3", role: "student", username: "fel.3", familyName: "Berg" }),
    user({
      sourcedId: "fel-4",
      role: "student",
      username: "fel.4",
      givenName: "Dag",
      familyName: "Berg",
      email: "inget",
    }),
  ];
  await upload(page, content, { "users.csv": users.join("") });
  const log = page.getByRole("listitem");
  await expect(
    log.filter({ hasText: "users.csv, rad 4: ”banana” är inget värde som OneRoster tillåter" }),
  ).toBeVisible();
  await expect(log.filter({ hasText: "users.csv: personer utan användarnamn: 1 (rad 5)" })).toBeVisible();
  await expect(log.filter({ hasText: "users.csv: personer utan förnamn: 1 (rad 6)" })).toBeVisible();
  await page.getByRole("link", { name: "Med fel 1" }).click();
  await expect(page.getByText("Källan uppger: inget")).toBeVisible();
  await expect(page.locator("#rows")).not.toContainText(/cell|import/i);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("given a type of source, then only its own fields are shown", async ({ page }) => {
    await logIn(page, "admin.se", "/controlpanel/sync");
    await page.getByRole("link", { name: "Lägg till källa" }).click();
    const type = page.getByLabel("Typ av källa");
    const [address, version] = [page.getByLabel(/^Adress/), page.getByLabel("OneRoster-version")];
    await type.selectOption("oneroster");
    await expect(address).toBeVisible();
    await expect(version).toBeVisible();
    await type.selectOption("ss12000");
    await expect(address).toBeVisible();
    await expect(version).toBeHidden();
    await address.fill("ingen adress");
    await type.selectOption("file");
    await expect(address).toBeHidden();
    await page.getByLabel("Namn", { exact: true }).fill("Bara en fil");
    await page.getByRole("button", { name: "Spara källa" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Bara en fil" })).toBeVisible();
  });

  test("given a damaged file, then the run fails with the reason, saves nothing, and the source can be deleted", async ({
    page,
  }) => {
    await logIn(page, "admin.se", "/controlpanel/sync");
    await page.getByRole("link", { name: "Lägg till källa" }).click();
    await page.getByLabel("Namn", { exact: true }).fill("Trasig");
    await page.getByLabel("Typ av källa").selectOption({ label: "OneRoster-fil (zip)" });
    await page.getByRole("button", { name: "Spara källa" }).click();
    await page.getByLabel("OneRoster-fil").setInputFiles({
      name: "roster.zip",
      mimeType: "application/zip",
      buffer: Buffer.from("no zip at all"),
    });
    await page.getByRole("button", { name: "Ladda upp och läs" }).click();
    await expect(page.getByText("Körningen misslyckades. Inget sparades.")).toBeVisible();
    await expect(page.getByText(/Filen är inget zip-arkiv/).first()).toBeVisible();
    await page.getByRole("link", { name: "Trasig" }).click();
    await page.getByText("Ta bort källa").first().click();
    await page.getByRole("button", { name: "Ta bort källa" }).click();
    await expect(page.getByText("Källan är borttagen")).toBeVisible();
  });
});

test("whoever corrects a refused form before the page's script has arrived keeps the focus", async ({ page }) => {
  await logIn(page, "admin.se", "/controlpanel/sync");
  const address = await page.getByRole("link", { name: "Lägg till källa" }).getAttribute("href");
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(at("se", address ?? ""), { waitUntil: "commit" });
  await page.getByRole("button", { name: "Spara källa" }).click();
  await expect(page.getByRole("alert").getByRole("link", { name: /^Namn/ })).toBeVisible();
  const name = page.getByLabel("Namn", { exact: true });
  await name.fill("Elevregistret");
  release();
  await waitForHydration(page);
  await expect(name).toBeFocused();
  await expect(name).toHaveValue("Elevregistret");
});
