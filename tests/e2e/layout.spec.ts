import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { test } from "#tests/support/browser-test";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { narratedBook } from "#tests/support/narrated-book";
import { clickInBars, openReader, readerShown, shownFrame, signIn } from "#tests/support/open-reader";

/** Layout of flowing books, presets, a font of one's own, pictures and pinching. docs/product/reader.md#comfort. */

const sentences = (chapter: number) =>
  Array.from({ length: 90 }, (_, index) => `Sentence ${index + 1} of chapter ${chapter} goes on for some words more.`);
let bookId: string;

test.beforeAll(async () => {
  bookId = await addBookToProduct(await narratedBook({ chapters: [sentences(1), sentences(2)], title: "Laid out" }));
});

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 900 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(page);
});

const chapter = (page: Page, number: number) => shownFrame(page, `EPUB/c${number}.xhtml`);
const textPanel = (page: Page) => page.getByRole("complementary", { name: "Text", exact: true });

async function openPanel(page: Page, group: string) {
  const panel = textPanel(page);
  await page.keyboard.press("t");
  await panel.getByText(group, { exact: true }).click();
  return panel;
}

/** The sentences that are on the shown page or in the window, wholly or in part. */
function sentencesInView(page: Page): Promise<string[]> {
  return page.locator(".book-spread[data-shown] iframe").evaluate((frame: HTMLIFrameElement) =>
    Array.from(frame.contentDocument?.querySelectorAll("p span[id]") ?? [])
      .filter((span) =>
        Array.from(span.getClientRects()).some(
          ({ left, right, top, bottom }) =>
            right > 0 && left < frame.clientWidth && bottom > 60 && top < frame.clientHeight - 20,
        ),
      )
      .map((span) => span.textContent ?? ""),
  );
}

const columnsOf = (page: Page) =>
  chapter(page, 1)
    .locator(":root")
    .evaluate((root) => Math.round(root.clientWidth / Number.parseFloat(getComputedStyle(root).columnWidth)));

test("scrolling, one and two columns keep the same text, page turns go on, and the place is found again", async ({
  page,
}) => {
  await openReader(page, bookId);
  await page.keyboard.press("PageDown");
  await expect.poll(async () => (await sentencesInView(page))[0]).not.toContain("Sentence 1 of");
  const before = (await sentencesInView(page))[0] ?? "";
  const panel = await openPanel(page, "Sidans utseende");
  expect(await columnsOf(page)).toBe(2);
  for (const name of ["Rulla", "En spalt", "Rulla", "Två spalter"]) {
    await panel.getByRole("radio", { name, exact: true }).check();
    await expect.poll(() => sentencesInView(page)).toContain(before);
    if (name === "En spalt") expect(await columnsOf(page)).toBe(1);
  }
  expect(await columnsOf(page)).toBe(2);
  await panel.getByRole("radio", { name: "Rulla", exact: true }).check();
  await page.keyboard.press("Escape");

  const last = (await sentencesInView(page)).at(-1) ?? "";
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await sentencesInView(page)).indexOf(last)).toBeLessThan(4);
  await expect.poll(() => sentencesInView(page)).toContain(last);
  const shown = await sentencesInView(page);
  await expect(async () => {
    await page.keyboard.press("ArrowRight");
    await expect(chapter(page, 2).getByText("Sentence 1 of")).toBeVisible({ timeout: 2000 });
  }).toPass();
  await page.keyboard.press("ArrowLeft");
  await expect(chapter(page, 1).locator("body")).toBeVisible();

  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => sentencesInView(page)).not.toEqual(shown);
  const place = await sentencesInView(page);
  // The place may be saved a moment later.
  await expect(async () => {
    await page.goto(`/reader/${bookId}`);
    await readerShown(page).waitFor();
    await expect
      .poll(async () => (await sentencesInView(page)).slice(0, 3), { timeout: 5000 })
      .toEqual(place.slice(0, 3));
  }).toPass();
});

test("margins, alignment and hyphenation apply, and are off until they are chosen", async ({ page }) => {
  await openReader(page, bookId);
  const text = chapter(page, 1).locator("p").first();
  const look = () =>
    text.evaluate((element) => {
      const { textAlign, hyphens } = getComputedStyle(element);
      return { textAlign, hyphens, width: element.getClientRects()[0]?.width ?? 0 };
    });
  const own = await look();
  const panel = await openPanel(page, "Sidans utseende");
  await panel.getByRole("radio", { name: "En spalt" }).check();
  const one = await look();
  expect({ ...one, width: 0 }).toEqual({ ...own, width: 0 });
  await panel.getByRole("radio", { name: "Mycket breda" }).check();
  await panel.getByRole("radio", { name: "Raka kanter" }).check();
  await panel.getByRole("group", { name: "Avstavning" }).getByRole("radio", { name: "På" }).check();
  await expect.poll(look).toMatchObject({ textAlign: "justify", hyphens: "auto" });
  expect((await look()).width).toBeLessThan(one.width * 0.9);
  await panel.getByRole("button", { name: "Återställ" }).click();
  await expect.poll(look).toEqual(own);
});

test("presets are saved, applied and deleted, and a deletion can be undone", async ({ page }) => {
  await openReader(page, bookId);
  const panel = textPanel(page);
  await clickInBars(page, page.getByRole("button", { name: "Text", exact: true }), panel);
  await panel.getByRole("button", { name: "Större text" }).click();
  await panel.getByRole("radio", { name: "Grön" }).check();
  await panel.getByText("Mina inställningar").click();
  await panel.getByRole("button", { name: "Spara" }).click();
  await expect(panel.getByRole("status").filter({ hasText: "Skriv ett namn" })).toBeVisible();
  await panel.getByLabel("Namn").fill("På kvällen");
  await panel.getByRole("button", { name: "Spara" }).click();
  const preset = panel.getByRole("button", { name: "På kvällen", exact: true });
  await expect(preset).toHaveAttribute("aria-pressed", "true");
  await panel.getByRole("button", { name: "Återställ" }).click();
  await expect(preset).toHaveAttribute("aria-pressed", "false");
  await preset.click();
  await expect(panel.getByRole("radio", { name: "Grön" })).toBeChecked();
  await panel.getByRole("button", { name: "Ta bort På kvällen" }).click();
  await expect(preset).toHaveCount(0);
  await panel.getByRole("button", { name: "Ångra" }).click();
  await expect(preset).toBeVisible();
});

test("a font file of one's own is checked, used in the book, kept in the browser and removed", async ({ page }) => {
  const font = createRequire(import.meta.url).resolve(
    "@fontsource/opendyslexic/files/opendyslexic-latin-400-normal.woff2",
  );
  await openReader(page, bookId);
  const panel = textPanel(page);
  await clickInBars(page, page.getByRole("button", { name: "Text", exact: true }), panel);
  const choose = async (file: Parameters<Awaited<ReturnType<typeof chooser>>["setFiles"]>[0], button: string) => {
    const opened = chooser(button);
    await (await opened).setFiles(file);
  };
  const chooser = async (button: string) => {
    const opened = page.waitForEvent("filechooser");
    await panel.getByRole("button", { name: button }).click();
    return opened;
  };
  await choose({ name: "font.ttf", mimeType: "font/ttf", buffer: Buffer.from("no font") }, "Använd ett eget typsnitt");
  await expect(panel.getByRole("alert")).toContainText("inget typsnitt");
  await choose(font, "Använd ett eget typsnitt");
  await expect(panel.getByRole("radio", { name: "opendyslexic-latin-400-normal" })).toBeChecked();
  await expect(panel.getByRole("alert")).toBeHidden();
  const isUsed = () =>
    chapter(page, 1)
      .locator("body")
      .evaluate((body) => {
        const faces = Array.from(body.ownerDocument.fonts, ({ family, status }) => `${family} ${status}`);
        return getComputedStyle(body).fontFamily.includes("Fabel own font") && faces.join().includes("own font");
      });
  await expect.poll(isUsed).toBe(true);

  await openReader(page, bookId);
  await clickInBars(page, page.getByRole("button", { name: "Text", exact: true }), panel);
  await expect(panel.getByRole("button", { name: "Använd ett annat typsnitt" })).toBeVisible();
  await panel.getByRole("radio", { name: "opendyslexic-latin-400-normal" }).check();
  await expect.poll(isUsed).toBe(true);
  await panel.getByRole("button", { name: /^Ta bort opendyslexic/ }).click();
  await expect.poll(isUsed).toBe(false);
  await expect(panel.getByRole("radio", { name: "Bokens eget" })).toBeChecked();
});

test("the highlight is off or strong as chosen, and line focus shows as many lines", async ({ page }) => {
  await openReader(page, bookId);
  const panel = await openPanel(page, "Markering och fokus");
  await panel.getByRole("radio", { name: "Stark" }).check();
  await panel.getByRole("radio", { name: "1 rad" }).check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Space");
  const spoken = chapter(page, 1).locator(".fabel-active");
  await expect
    .poll(() => spoken.evaluate((element) => getComputedStyle(element).backgroundColor))
    .toBe("rgb(28, 36, 48)");
  await expect(page.getByRole("slider", { name: "Radfokus" })).toBeVisible();
  await expect.poll(async () => (await page.locator(".reader-ruler-band").boundingBox())?.height).toBeLessThan(60);
  await page.keyboard.press("t");
  await panel.getByRole("group", { name: "Markering", exact: true }).getByRole("radio", { name: "Av" }).check();
  await expect(spoken).toHaveCount(0);
});

test("the bar of a selection follows its text when the page is laid out anew", async ({ page }) => {
  await openReader(page, bookId);
  const bar = page.getByRole("complementary", { name: "Markerad text" });
  await expect(async () => {
    await chapter(page, 1)
      .getByText("Sentence 9 of")
      .evaluate((element) => element.ownerDocument.getSelection()?.selectAllChildren(element));
    await expect(bar).toBeVisible({ timeout: 2000 });
  }).toPass();
  await page.setViewportSize({ width: 560, height: 900 });
  const gap = async () => {
    const place = await bar.boundingBox();
    const text = await chapter(page, 1).getByText("Sentence 9 of").boundingBox();
    if (!place || !text) return Number.POSITIVE_INFINITY;
    return Math.max(place.y - (text.y + text.height), text.y - (place.y + place.height));
  };
  await expect.poll(gap).toBeLessThan(40);
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
});

test.describe("pictures", () => {
  let pictures: string;
  test.beforeAll(async () => {
    const drawing = (label: string, description: string) =>
      `<figure><svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${label}" width="300" height="200" viewBox="0 0 300 200"><desc>${description}</desc><rect width="300" height="200" fill="#0b6e6e"/></svg><figcaption>Drawn by Ann.</figcaption></figure>`;
    const text = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Pictures</title></head><body><p>Look.</p>${drawing("A boat", "It has two sails.")}${drawing("A mule", "It has a white nose.")}</body></html>`;
    pictures = await addBookToProduct(await writeEpub(epubFiles({ "EPUB/one.xhtml": text })));
  });

  test("a key enlarges a picture with its description, and keys zoom and lead to the next one", async ({ page }) => {
    await openReader(page, pictures);
    await page.keyboard.press("i");
    const dialog = page.getByRole("dialog", { name: "Bild 1 av 2" });
    await expect(dialog).toContainText("A boat");
    await expect(dialog).toContainText("It has two sails.");
    await expect(dialog).toContainText("Drawn by Ann.");
    await page.keyboard.press("+");
    await expect(dialog.getByText("150 %")).toBeVisible();
    await page.keyboard.press("0");
    await expect(dialog.getByText("100 %")).toBeVisible();
    await page.keyboard.press("PageDown");
    await expect(page.getByRole("dialog", { name: "Bild 2 av 2" })).toContainText("It has a white nose.");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("a double click enlarges a picture, which can be marked", async ({ page }) => {
    await openReader(page, pictures);
    const boat = shownFrame(page, "EPUB/one.xhtml").getByRole("img", { name: "A boat" });
    await expect(async () => {
      await boat.dblclick();
      await expect(page.getByRole("dialog")).toBeVisible({ timeout: 2000 });
    }).toPass();
    await page.getByRole("button", { name: "Markera eller skriv en anteckning" }).click();
    await page.getByRole("button", { name: "Grön" }).click();
    await expect(boat).toHaveAttribute("data-fabel-note", "green");
  });

  test("a long press enlarges a picture, and two fingers zoom a fixed page", async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 820, height: 900 }, isMobile: true, hasTouch: true });
    const page = await context.newPage();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await signIn(page);
    const finger = await context.newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: Array<[number, number]>) =>
      finger.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });

    await openReader(page, pictures);
    const boat = await shownFrame(page, "EPUB/one.xhtml").getByRole("img", { name: "A boat" }).boundingBox();
    // What listens to fingers is loaded when the browser is idle.
    await expect(async () => {
      await touch("touchStart", [[(boat?.x ?? 0) + 40, (boat?.y ?? 0) + 40]]);
      try {
        await expect(page.getByRole("dialog")).toBeVisible({ timeout: 2000 });
      } finally {
        await touch("touchEnd", []);
      }
    }).toPass();
    await expect(page.getByRole("dialog")).toContainText("A boat");

    await openReader(page, "lyktan");
    const drawn = () =>
      page
        .locator(".book-spread[data-shown] iframe")
        .first()
        .evaluate((frame) => frame.getBoundingClientRect().width);
    const fitting = await drawn();
    await touch("touchStart", [
      [350, 400],
      [450, 400],
    ]);
    await touch("touchMove", [
      [300, 400],
      [500, 400],
    ]);
    await touch("touchEnd", []);
    await expect.poll(async () => (await drawn()) / fitting).toBeGreaterThan(1.8);
    expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1);
    await page.getByRole("button", { name: "Förstora sidan" }).click();
    await expect.poll(async () => (await drawn()) / fitting).toBeLessThan(1.05);
    await context.close();
  });
});
