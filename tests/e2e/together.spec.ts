import { type Browser, type BrowserContextOptions, expect, type Page } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { openReader, readerShown, shownFrame, signIn } from "#tests/support/open-reader";

/** A teacher's page turns lead a pupil's screen, and the board. docs/product/reader.md#reading-together, #board. */

const chapter = "EPUB/one.xhtml";

async function longBook(): Promise<string> {
  // Undivided, so that every page begins with a paragraph.
  const paragraph = (id: number) =>
    `<p id="p${id}" style="break-inside: avoid">Paragraph ${id}. ${"Words and words. ".repeat(8)}</p>`;
  const body = Array.from({ length: 60 }, (_, index) => paragraph(index)).join("");
  const head = "<head><title>t</title></head>";
  return addBookToProduct(
    await writeEpub(
      epubFiles({ [chapter]: `<html xmlns="http://www.w3.org/1999/xhtml">${head}<body>${body}</body></html>` }),
    ),
  );
}

async function personAt(browser: Browser, username: string, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({
    baseURL: String(process.env.FABEL_URL),
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  await signIn(page, username);
  return page;
}

/** Ids of the paragraphs that begin on the shown page. */
const shownParagraphs = (page: Page) =>
  shownFrame(page, chapter)
    .locator("p")
    .evaluateAll((all) =>
      all
        .filter((element) => {
          const { left, width } = element.getClientRects()[0] ?? { left: -1, width: 0 };
          return left >= 0 && left + width <= (element.ownerDocument.defaultView?.innerWidth ?? 0);
        })
        .map(({ id }) => id),
    );

test("a teacher's page turns lead a pupil's smaller screen, which can leave and keeps no position of it", async ({
  browser,
}) => {
  const bookId = await longBook();
  const teacher = await personAt(browser, "teacher.se", { viewport: { width: 1280, height: 800 } });
  await openReader(teacher, bookId);
  await teacher.keyboard.press("g");
  const panel = teacher.getByRole("complementary", { name: "Läs tillsammans" });
  await panel.getByRole("button", { name: "Börja läsa tillsammans" }).click();
  const code = ((await panel.getByRole("status").textContent()) ?? "").replace(/\D/g, "");
  expect(code).toMatch(/^\d{6}$/);
  await teacher.keyboard.press("Escape");

  const pupil = await personAt(browser, "student.se", { viewport: { width: 390, height: 700 } });
  const marks: string[] = [];
  pupil.on("request", (request) => request.url().endsWith("/lastmark") && marks.push(request.url()));
  await pupil.goto("/together");
  await pupil.getByRole("textbox", { name: "Kod" }).fill(code);
  await pupil.getByRole("button", { name: "Gå med" }).click();
  await readerShown(pupil).waitFor();
  const strip = pupil.getByRole("region", { name: "Läs tillsammans" });
  await expect(strip).toContainText("Din lärare bläddrar");

  for (let turn = 0; turn < 2; turn += 1) {
    const before = await shownParagraphs(teacher);
    await teacher.keyboard.press("ArrowRight");
    await expect.poll(async () => (await shownParagraphs(teacher)).join()).not.toBe(before.join());
    const [first = ""] = await shownParagraphs(teacher);
    await expect(shownFrame(pupil, chapter).locator(`#${first}`)).toBeInViewport();
  }

  await teacher.getByRole("region", { name: "Läs tillsammans" }).getByRole("button", { name: "Avsluta" }).click();
  await expect(strip).toContainText("Du kan läsa vidare själv");
  await strip.getByRole("button", { name: "Okej" }).click();
  await expect(strip).toHaveCount(0);
  // Leaving the page sends what would be saved.
  const here = await shownParagraphs(pupil);
  await pupil.goto("/bookshelf");
  expect(marks).toEqual([]);
  expect(here.length).toBeGreaterThan(0);
  await Promise.all([teacher.context().close(), pupil.context().close()]);
});

test("the board: pages by a clicker, pointer, curtain and black screen by keys, left by Escape", async ({
  browser,
}) => {
  const bookId = await longBook();
  // Headless browsers have no screen to fill: the window is the board, as in browsers without full screen.
  const teacher = await personAt(browser, "teacher.se", { viewport: { width: 1280, height: 800 } });
  await teacher.addInitScript(() => Object.assign(Element.prototype, { requestFullscreen: undefined }));
  const reader = await openReader(teacher, bookId);
  await teacher.keyboard.press("F5");
  const board = teacher.getByRole("toolbar", { name: "Tavla" });
  await expect(board).toBeAttached();
  await expect(reader).toHaveAttribute("data-board", "true");

  const before = await shownParagraphs(teacher);
  await teacher.keyboard.press("PageDown");
  await expect.poll(async () => (await shownParagraphs(teacher)).join()).not.toBe(before.join());

  const dot = teacher.locator("[data-board-pointer]");
  await teacher.mouse.move(640, 300);
  await expect(dot).toBeVisible();
  await teacher.keyboard.press("p");
  await expect(dot).toHaveCount(0);

  await teacher.keyboard.press("c");
  const edge = teacher.getByRole("slider", { name: "Ridå" });
  await expect(edge).toHaveAttribute("aria-valuenow", "0");
  await teacher.keyboard.press("ArrowDown");
  await expect(edge).toHaveAttribute("aria-valuenow", "10");
  await teacher.mouse.click(640, 400);
  await expect(edge).toHaveAttribute("aria-valuenow", "50");
  await teacher.keyboard.press("c");
  await expect(edge).toHaveCount(0);

  await teacher.keyboard.press(".");
  const black = teacher.getByRole("button", { name: "Visa sidan igen" });
  await expect(black).toBeVisible();
  await teacher.keyboard.press(".");
  await expect(black).toHaveCount(0);

  await teacher.keyboard.press("Escape");
  await expect(board).toHaveCount(0);
  await teacher.context().close();
});

test("pupils have no board", async ({ page }) => {
  await signIn(page);
  const reader = await openReader(page, await longBook());
  await page.keyboard.press("b");
  await page.keyboard.press("?");
  const help = page.getByRole("complementary", { name: "Kortkommandon" });
  await expect(help.getByText("Läs tillsammans")).toBeVisible();
  await expect(help.getByText("Tavla")).toHaveCount(0);
  await expect(reader).not.toHaveAttribute("data-board", "true");
});
