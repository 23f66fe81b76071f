import { expect, type Page } from "@playwright/test";
import { addBookToProduct } from "#tests/support/add-book";
import { addDictionaryToProduct } from "#tests/support/add-dictionary";
import { test } from "#tests/support/browser-test";
import { writeDictd } from "#tests/support/make-dictd";
import { epubFiles, writeEpub } from "#tests/support/make-epub";
import { clickInBars, openReader, readerShown, shownFrame, signIn } from "#tests/support/open-reader";

/** Words that are explained, saved and practised. docs/product/reader.md#words. */

const story =
  '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>One</title></head><body><p>Two hedgehogs slept. A <em>badger</em> sang.</p><section epub:type="glossary"><dl><dt>Badger</dt><dd>A striped animal.</dd></dl></section></body></html>';
let bookId: string;

test.beforeAll(async () => {
  bookId = await addBookToProduct(await writeEpub(epubFiles({ "EPUB/one.xhtml": story })));
  await addDictionaryToProduct(
    await writeDictd("freedict-eng-swe", {
      hedgehog: "hedgehog /ˈhɛdʒhɒɡ/ <n>\nigelkott\n",
      badger: "badger <n>\ngrävling\n",
    }),
  );
});

const paragraph = (page: Page) => shownFrame(page, "EPUB/one.xhtml").locator("p");
const cardOf = (page: Page, word: string) => page.getByRole("complementary", { name: `Ord: ${word}` });

/** The middle of a word, in its paragraph. */
function middleOf(page: Page, word: string): Promise<{ x: number; y: number }> {
  return paragraph(page).evaluate((element, word) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.nodeValue?.indexOf(word) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + word.length);
      const [start, whole] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
      return { x: start.x + start.width / 2 - whole.x, y: start.y + start.height / 2 - whole.y };
    }
    throw new Error(`${word} is not shown`);
  }, word);
}

/** Double-clicks a word until its card is open: the gesture is known once the page is idle. */
async function openWord(page: Page, word: string) {
  const card = cardOf(page, word);
  await expect(async () => {
    await paragraph(page).dblclick({ position: await middleOf(page, word) });
    await expect(card).toBeVisible({ timeout: 1000 });
  }).toPass();
  return card;
}

test("given a dictionary and a glossary, then a word is explained, saved, listed, removed with undo and practised", async ({
  page,
}) => {
  await signIn(page, "student.se");
  await openReader(page, bookId);
  let card = await openWord(page, "hedgehogs");
  await expect(card.getByText("igelkott")).toBeVisible();
  await expect(card.getByText("Från: Test Dictionary ver. 0.2")).toBeVisible();
  await card.getByRole("button", { name: "Spara i mina ord" }).click();
  await expect(card.getByRole("button", { name: "Finns i mina ord" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);
  // The selection goes with the card.
  await expect(page.getByRole("complementary", { name: "Markerad text" })).toHaveCount(0);

  card = await openWord(page, "badger");
  await expect(card.getByText("A striped animal.")).toBeVisible();
  await expect(card.getByText("grävling")).toBeVisible();
  await card.getByRole("button", { name: "Spara i mina ord" }).click();
  await card.getByRole("button", { name: "Stäng ordet" }).click();

  await page.reload();
  await readerShown(page).waitFor();
  const drawer = page.getByRole("complementary", { name: /^(Innehåll|Mina ord)$/ });
  await clickInBars(page, page.getByRole("button", { name: "Innehåll", exact: true }), drawer);
  await page.getByRole("tab", { name: "Mina ord" }).click();
  const words = page.getByRole("tabpanel");
  await expect(words.getByText("Two hedgehogs slept.")).toBeVisible();
  await words.getByRole("button", { name: "Ta bort ”hedgehogs”" }).click();
  await words.getByRole("button", { name: "Lägg tillbaka ”hedgehogs”" }).click();
  await words.getByRole("button", { name: "Öva" }).click();
  const quiz = page.getByRole("region", { name: "Öva" });
  await expect(quiz.getByText(/^Fråga 1 av \d+$/)).toBeVisible();
  await quiz.getByRole("listitem").first().getByRole("button").click();
  await expect(quiz.getByText(/Det är rätt!|Rätt svar: /)).toBeVisible();
});

test("given a saved book and no network, then its words are explained, and a saved one is sent later", async ({
  page,
  context,
}) => {
  await signIn(page, "guardian.se");
  await page.goto(`/books/${bookId}`);
  await page.getByRole("button", { name: "Behåll på den här enheten" }).click();
  await expect(page.getByText(/^På den här enheten \(/)).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  const device = await context.newPage();
  await device.goto("/bookshelf");
  await device.getByRole("link", { name: "A test book" }).click();
  await readerShown(device).waitFor();
  const card = await openWord(device, "hedgehogs");
  await expect(card.getByText("igelkott")).toBeVisible();
  await card.getByRole("button", { name: "Spara i mina ord" }).click();
  await expect(card.getByRole("button", { name: "Finns i mina ord" })).toBeVisible();
  await context.setOffline(false);
  const stored = () =>
    page.evaluate(async () => {
      const { data } = (await (await fetch("/reader/my-words")).json()) as { data: { word: string }[] };
      return data.map(({ word }) => word);
    });
  await expect.poll(stored, { timeout: 30_000 }).toEqual(["hedgehogs"]);
});

test("given a finger that stays on a word, then the word is explained and nothing plays", async ({ page, context }) => {
  await signIn(page, "teacher.se");
  const reader = await openReader(page, bookId);
  // Until the gestures are loaded.
  await (await openWord(page, "hedgehogs")).getByRole("button", { name: "Stäng ordet" }).click();
  const box = await paragraph(page).boundingBox();
  const middle = await middleOf(page, "slept");
  const point = { x: (box?.x ?? 0) + middle.x, y: (box?.y ?? 0) + middle.y };
  const client = await context.newCDPSession(page);
  await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  const card = cardOf(page, "slept");
  await expect(card.getByText("Det finns ingen förklaring till ordet.")).toBeVisible();
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect(card).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);
  await expect(reader).toHaveAttribute("data-playing", "false");
});

test("given the switch for it, then a tap explains a word instead of reading from there", async ({ page }) => {
  await signIn(page, "teacher.se");
  const reader = await openReader(page, bookId);
  await (await openWord(page, "hedgehogs")).getByRole("button", { name: "Stäng ordet" }).click();
  const settings = page.getByRole("complementary", { name: "Inställningar" });
  await clickInBars(page, page.getByRole("button", { name: "Inställningar", exact: true }), settings);
  await settings.getByRole("switch", { name: "Förklara ord" }).check();
  await settings.getByRole("button", { name: "Stäng" }).click();
  await expect(settings).toHaveCount(0);
  // While the bars are shown, the page is smaller than its own pixels say, so an element is pressed.
  await paragraph(page).locator("em").click();
  await expect(cardOf(page, "badger")).toBeVisible();
  await expect(reader).toHaveAttribute("data-playing", "false");
});
