import type { Page } from "@playwright/test";
import { measureHighlight } from "#tests/conformance/measure-highlight";
import { ReaderPage } from "#tests/conformance/reader-page";
import { signIn } from "#tests/conformance/sign-in";
import type { RateError } from "#tests/conformance/statistics";
import { readTestBook } from "#tests/conformance/test-book";
import type { Stage } from "./bench-stage";
import type { Measure } from "./measure";
import { toneBook } from "./tone-book";

/** Highlight errors over a whole book of tones, including clips of 170 ms. */
export async function benchHighlight(stage: Stage): Promise<Measure[]> {
  const { id, path } = await stage.addBook(toneBook(60), "tones.synth.epub");
  return measureIn(stage, { id, path, rates: [0.5, 1, 2], where: "" });
}

/** The same with the submissions panel beside the book, and while the panel opens and closes every two seconds. */
export async function benchHighlightBesidePanel(stage: Stage): Promise<Measure[]> {
  const { id, path } = await stage.addBook(toneBook(60), "assigned-tones.synth.epub");
  await assign(stage, id);
  const open = await measureIn(stage, { id, path, rates: [1, 2], where: " beside the panel", prepare: togglePanel });
  let timer: ReturnType<typeof setInterval> | undefined;
  const opening = await measureIn(stage, {
    ...{ id, path, rates: [1], where: " while the panel opens and closes" },
    async prepare(page) {
      timer = setInterval(() => void togglePanel(page).catch(() => undefined), 2_000);
    },
  }).finally(() => clearInterval(timer));
  return [...open, ...opening];
}

type Run = {
  id: string;
  path: string;
  rates: number[];
  where: string;
  prepare?: (page: Page) => Promise<void>;
};

async function measureIn(stage: Stage, { id, path, rates, where, prepare }: Run): Promise<Measure[]> {
  const book = await readTestBook(path);
  const reader = await ReaderPage.open(stage.browser, stage.origin, stage.session, id);
  try {
    await reader.opened();
    await reader.firstPage();
    await prepare?.(reader.page);
    const measured = await measureHighlight(reader, book, { rates, clips: 60, bound: 300_000 });
    if (measured.note) console.log(`highlight${where}: ${measured.note}`);
    return measured.rates.flatMap((rate) => rowsOf(rate, where));
  } finally {
    await reader.close();
  }
}

function rowsOf(rate: RateError, where: string): Measure[] {
  const row = (what: string, unit: Measure["unit"], ours: number, value: number): Measure => ({
    name: `highlight at ${rate.rate} times${where}, ${what}`,
    unit,
    ours,
    goal: { value, better: "lower" },
    beside: [],
    instrument: "media clock on the frame that paints the light, less the clip's true begin",
  });
  return [
    row("p95", "ms", rate.p95, 25),
    row("max", "ms", rate.max, 50),
    row(`never highlighted of ${rate.clips}`, "clips", rate.never, 0),
  ];
}

/** Clicks the button by script, because the bar that contains it may be hidden. */
async function togglePanel(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Uppgifter", includeHidden: true }).first();
  await button.evaluate((element: HTMLElement) => element.click());
}

/** Creates an assignment on the book for the pupil's class. */
async function assign(stage: Stage, bookId: string): Promise<void> {
  const context = await stage.browser.newContext({
    storageState: await signIn(stage.browser, stage.origin, "teacher.se"),
  });
  try {
    const page = await context.newPage();
    await page.goto(`${stage.origin}/controlpanel/assignments/new`);
    await page.getByRole("textbox", { name: "Titel" }).fill("Toner");
    await page.getByRole("combobox", { name: "Bok", exact: true }).selectOption(bookId);
    await page.getByRole("textbox", { name: "Fråga", exact: true }).fill("Vad hör du?");
    await page.getByRole("button", { name: "Dela ut" }).click();
    await page.getByRole("heading", { name: "Toner" }).waitFor();
  } finally {
    await context.close();
  }
}
