import { expect, type Page } from "@playwright/test";
import { test } from "#tests/support/browser-test";
import { at, logIn } from "#tests/support/open-page";
import type { SourceContent } from "#tests/support/roster-content";
import { type RosterSource, startRosterSource } from "#tests/support/roster-source";

/** A sync source with an address, from its connection to its faults, as a school's administrator. */

let source: RosterSource;
test.beforeAll(async () => {
  source = await startRosterSource();
});
test.afterAll(() => source.stop());

function roster(school: string, count: number): SourceContent {
  return {
    schools: [{ id: "org-1", name: school, unitCode: null, parentId: null }],
    classes: [{ id: "class-1", name: "Sync 5C", schoolId: "org-1" }],
    people: Array.from({ length: count }, (_, place) => ({
      id: `rest-${place}`,
      role: "student" as const,
      givenName: "Zoë",
      familyName: `O’Brien ${place}`,
      username: `rest.${place}`,
      externalId: `ext-rest-${place}`,
      email: `rest.${place}@school.example`,
      schoolIds: ["org-1"],
      classes: [{ id: "class-1", role: "student" as const }],
    })),
  };
}

const press = (page: Page, name: string) => page.getByRole("button", { name }).click();

/** Runs the source and waits for the message of the run. */
async function run(page: Page, address: string, message: RegExp | string): Promise<void> {
  await page.goto(at("uk", address));
  await press(page, "Read the source");
  await expect(page.getByText(message).first()).toBeVisible();
}

test("a source with an address is tested, run dry, approved, held and undone, and its faults are shown", async ({
  page,
}) => {
  await logIn(page, "admin.uk", "/controlpanel/sync");
  const school = (await page.locator("main nav a[href*='/controlpanel/organizations/']").textContent()) ?? "";
  await source.set(roster(school, 10));

  await page.getByRole("link", { name: "Add a source" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Pupil register");
  await page.getByLabel("Type of source").selectOption("OneRoster");
  await page.getByLabel(/^Address/).fill(source.url);
  await page.getByLabel("Client ID").fill(source.clientId);
  await page.getByLabel("Token address").fill(source.tokenUrl);
  await page.getByLabel("Secret or token").fill("wrong");
  await press(page, "Save source");
  await expect(page.getByRole("heading", { level: 1, name: "Pupil register" })).toBeVisible();
  const address = new URL(page.url()).pathname;

  await press(page, "Test the connection");
  await expect(page.getByText("The connection doesn’t work")).toBeVisible();
  await expect(page.getByText(/refused the login\. Check the client ID and secret/)).toBeVisible();
  await page.getByText("How to read the source").click();
  await page.getByLabel("Secret or token").fill(source.clientSecret);
  await press(page, "Save source");
  // The notice of the first save may still be visible, so wait for the form to close.
  await expect(page.getByLabel("Secret or token")).toBeHidden();
  await press(page, "Test the connection");
  await expect(page.getByText("The connection works")).toBeVisible();
  await expect(page.getByText("The source uses OneRoster 1.2.")).toBeVisible();
  await expect(page.getByText(`The first schools it returned: ${school}`)).toBeVisible();

  await run(page, address, "This was a dry run. Nothing has been saved yet.");
  await press(page, "Approve and save");
  await expect(page.getByText("10 people were saved")).toBeVisible();

  await page.goto(at("uk", "/controlpanel/sync"));
  await page.getByRole("switch", { name: "Dry run" }).uncheck();
  await press(page, "Save dry run");
  await expect(page.getByRole("switch", { name: "Dry run" })).not.toBeChecked();

  await source.set(roster(school, 8));
  await run(page, address, "This run is on hold until somebody decides");
  await press(page, "Approve and save");
  await expect(page.getByText("2 people were saved")).toBeVisible();
  // The section's title explains the consequences before its button can be pressed.
  await page.getByText("Undo the run").first().click();
  await press(page, "Undo the run");
  await expect(page.getByText("2 people are back as they were before the run")).toBeVisible();
  await expect(page.getByText("Undone. Back as before: 2.")).toBeVisible();

  // A source that is busy for a moment is retried.
  await source.set(roster(school, 10));
  await source.fail({ list: "users", times: 1, kind: "busy", seconds: 1 });
  await run(page, address, "0 people were saved");
  await source.fail({ list: "users", kind: "cut" });
  await run(page, address, /stopped before sending all of .*users\. Nobody was changed or removed/);
  await source.fail({ list: "users", kind: "repeat" });
  await run(page, address, /sent the same page of .*users twice/);
  await expect(page.getByText("The run failed. Nothing was saved.")).toBeVisible();
  await page.getByRole("link", { name: "Pupil register" }).click();
  await expect(page.getByRole("cell", { name: "Failed" })).toHaveCount(2);
});
