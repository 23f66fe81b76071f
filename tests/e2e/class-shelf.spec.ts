import { expect } from "@playwright/test";
import { test } from "#tests/support/browser-test";
import { at, logIn } from "#tests/support/open-page";

/** The shelf of a class: a teacher adds and removes a book, a student sees it. docs/product/choices.md#books. */

test("given a book on the class shelf, then a student sees it until the teacher removes it", async ({ browser }) => {
  const title = "The Salt Road";
  const teacher = await (await browser.newContext()).newPage();
  await logIn(teacher, "teacher.se", "/books/the-salt-road");
  await teacher.getByRole("button", { name: /^Lägg i hyllan för / }).click();
  await expect(teacher.getByRole("button", { name: /^Ta bort från hyllan för / })).toBeVisible();

  const pupil = await (await browser.newContext()).newPage();
  await logIn(pupil, "student.se", "/bookshelf");
  await pupil.goto(at("se", "/bookshelf?place=school"));
  await expect(pupil.getByRole("link", { name: new RegExp(`^${title}`, "i") }).first()).toBeVisible();

  await teacher.goto(at("se", "/controlpanel"));
  await teacher.getByRole("region", { name: "Mina klasser" }).getByRole("link").first().click();
  await teacher.getByRole("link", { name: "Hylla", exact: true }).click();
  await expect(teacher.getByRole("heading", { name: "Klassens hylla" })).toBeVisible();
  await teacher.getByRole("button", { name: new RegExp(`^Ta bort ${title}`, "i") }).click();
  await expect(teacher.getByText("Boken har tagits bort från hyllan.")).toBeVisible();
  await pupil.reload();
  await expect(pupil.getByRole("link", { name: new RegExp(`^${title}`, "i") })).toHaveCount(0);

  // The search on the shelf's page finds the book again and adds it.
  await teacher.getByRole("searchbox", { name: "Sök efter en bok" }).fill("salt");
  await teacher.getByRole("button", { name: "Sök", exact: true }).last().click();
  await teacher.getByRole("button", { name: new RegExp(`^Lägg i hyllan ${title}`, "i") }).click();
  await expect(teacher.getByText("I hyllan", { exact: true })).toBeVisible();
  await teacher.getByRole("button", { name: new RegExp(`^Ta bort ${title}`, "i") }).click();
  await expect(teacher.getByRole("heading", { name: "Inga böcker i hyllan än" })).toBeVisible();
});
