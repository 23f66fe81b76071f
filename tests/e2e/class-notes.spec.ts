import { type Browser, expect, type Page } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { narratedBook } from "#tests/support/narrated-book";
import { at, logIn } from "#tests/support/open-page";
import { openReader, signIn } from "#tests/support/open-reader";

/** A teacher's notes for a class, and a note that a pupil shares. docs/product/reader.md#notes-for-a-class. */

const chapters = [["The rope was coiled on the deck."], ["The boat was loose."]];
let bookId: string;

test.beforeAll(async () => {
  bookId = await addBookToProduct(await narratedBook({ chapters, title: "The rope for a class" }));
});

/** The texts that a decoration draws in the shown documents. */
const drawn = (page: Page, name: string) =>
  page.evaluate((name) => {
    const frames = [...document.querySelectorAll<HTMLIFrameElement>(".book-spread[data-shown] iframe")];
    return frames.flatMap((frame) => {
      const view = frame.contentWindow as (Window & typeof globalThis) | null;
      return Array.from(view?.CSS.highlights.get(name) ?? [], String);
    });
  }, name);

async function readerOf(browser: Browser, username: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, username);
  await openWithClassNotes(page);
  return page;
}

/** Opens the book and waits for the notes of teachers. */
async function openWithClassNotes(page: Page): Promise<void> {
  const loaded = page.waitForResponse(/\/class-notes$/);
  await openReader(page, bookId);
  await loaded;
}

async function openNotes(page: Page) {
  await page.keyboard.press("Control+Alt+n");
  await page.getByRole("tab", { name: "Anteckningar" }).click();
  return page.getByRole("tabpanel");
}

/** Selects "rope was" by keyboard, and returns the bar beside it. */
async function selectText(page: Page) {
  await page.keyboard.press("s");
  const bar = page.getByRole("complementary", { name: "Markerad text" });
  await bar.waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  return bar;
}

/** Marks "rope was" in a colour, by keyboard. */
async function markText(page: Page, colour: string) {
  const bar = await selectText(page);
  await page.keyboard.press("Enter");
  await bar.getByRole("button", { name: colour }).press("Enter");
  await expect(bar).toHaveCount(0);
}

test("given a teacher's notes for a class, then its pupil sees them from their day on, and may hide them", async ({
  browser,
}) => {
  const teacher = await readerOf(browser, "teacher.se");
  const list = await openNotes(teacher);
  await list.getByRole("button", { name: "Nya anteckningar till en klass" }).click();
  await list.getByLabel("Rubrik").fill("Inför provet");
  await list.getByRole("button", { name: "Spara", exact: true }).click();
  const own = list.getByRole("region", { name: "Inför provet" });
  await expect(own.getByText("Bara du ser de här anteckningarna.")).toBeVisible();
  await own.getByRole("button", { name: "Skriv anteckningar i ”Inför provet”" }).click();
  const writing = teacher.getByRole("complementary", { name: "Anteckningar till en klass" });
  await expect(writing).toContainText("Inför provet");
  await markText(teacher, "Grön");
  await expect.poll(() => drawn(teacher, "fabel-note-green")).toEqual(["rope was"]);
  await writing.getByRole("button", { name: "Klar" }).click();
  await expect.poll(() => drawn(teacher, "fabel-note-green")).toEqual([]);

  await openNotes(teacher);
  await own.getByRole("button", { name: "Ändra anteckningen: rope was" }).click();
  await teacher.getByLabel("Din anteckning").fill("Vad är ett rep?");
  await teacher.keyboard.press("Control+Enter");
  await expect(own.getByText("Vad är ett rep?")).toBeVisible();

  const pupil = await readerOf(browser, "student.se");
  await expect(await openNotes(pupil)).not.toContainText("Inför provet");

  await own.getByRole("button", { name: "Ändra rubrik, klass eller dag för ”Inför provet”" }).click();
  await teacher.getByLabel("Eleverna ser dem från och med").fill("2026-01-01");
  await list.getByRole("button", { name: "Spara", exact: true }).click();
  await expect(own.getByText("Eleverna ser anteckningarna från och med")).toBeVisible();

  await openWithClassNotes(pupil);
  await expect.poll(() => drawn(pupil, "fabel-class-note")).toEqual(["rope was"]);
  await expect((await selectText(pupil)).getByRole("note")).toContainText("Vad är ett rep?");
  await pupil.keyboard.press("Escape");
  const seen = (await openNotes(pupil)).getByRole("region", { name: "Inför provet" });
  await expect(seen).toContainText("Vad är ett rep?");
  await expect(seen).toContainText("Från ");
  await expect(seen.getByRole("button", { name: /Ändra|Ta bort/ })).toHaveCount(0);
  await seen.getByRole("button", { name: "Dölj ”Inför provet”" }).click();
  await expect.poll(() => drawn(pupil, "fabel-class-note")).toEqual([]);
  await openWithClassNotes(pupil);
  await (await openNotes(pupil)).getByRole("button", { name: "Visa ”Inför provet”" }).click();
  await expect.poll(() => drawn(pupil, "fabel-class-note")).toEqual(["rope was"]);

  await own.getByRole("button", { name: "Ta bort ”Inför provet”" }).click();
  await own.getByRole("button", { name: "Ta bort", exact: true }).click();
  await expect(own).toHaveCount(0);
});

test("given a note that a pupil shares, then the class's teacher reads it until the pupil takes it back", async ({
  browser,
}) => {
  const pupil = await readerOf(browser, "student.se");
  await markText(pupil, "Rosa");
  const list = await openNotes(pupil);
  await list.getByRole("button", { name: "Dela med mina lärare" }).click();
  await list.getByRole("button", { name: "Dela", exact: true }).click();
  await expect(list.getByText("Dina lärare kan läsa anteckningen.")).toBeVisible();

  const teacher = await (await browser.newContext()).newPage();
  await logIn(teacher, "teacher.se", "/controlpanel");
  await teacher.goto(at("se", "/controlpanel"));
  await teacher.getByRole("region", { name: "Mina klasser" }).getByRole("link").first().click();
  await teacher.getByRole("link", { name: "Delade anteckningar" }).click();
  const shared = teacher.getByRole("listitem").filter({ hasText: "The rope for a class" });
  await expect(shared).toContainText("rope was");

  await list.getByRole("button", { name: "Ta tillbaka" }).click();
  await expect(list.getByRole("button", { name: "Dela med mina lärare" })).toBeVisible();
  await teacher.reload();
  await expect(shared).toHaveCount(0);
});
