import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { type Session, signIn } from "#tests/conformance/sign-in";
import { openContext, type Stage } from "./bench-stage";
import { chapterBook } from "./chapter-book";
import { inlineScripts } from "./inline-scripts";
import type { Measure } from "./measure";
import { voiceBookFiles } from "./tone-book";

/** Script that the browser loads until the page is usable, in KB after gzip. docs/performance.md#server. */
export async function benchWeight(stage: Stage): Promise<Measure[]> {
  const admin = await signIn(stage.browser, stage.origin, "admin.se");
  const { id: chapters } = await stage.addBook(chapterBook(10), "weight.epub");
  const { id: voice } = await stage.addBook(voiceBookFiles(), "weight-voice.epub");
  const landing = await scriptOf(stage, "/", null, isIdle);
  const panel = await scriptOf(stage, "/controlpanel", admin, isIdle);
  const reader = await scriptOf(stage, `/reader/${chapters}`, stage.session, isFirstPageShown);
  const playing = await scriptOf(stage, `/reader/${voice}?from=start`, stage.session, isPlaying);
  // Panel and reader do not work without script: a count of zero means that the measurement is broken.
  for (const [name, size] of Object.entries({ panel, reader, playing })) {
    if (size <= 0) throw new Error(`No script was counted for ${name}`);
  }
  const row = (name: string, ours: number, goal: number, beside: Measure["beside"] = []): Measure => ({
    name,
    unit: "KB",
    ours,
    goal: { value: goal, better: "lower" },
    beside,
    instrument:
      "script files that the browser loaded and inline script of the document, each after gzip, until the page is idle (reader: until the first page is shown)",
  });
  return [
    row("script of the landing page", landing, 0),
    row("script of the control panel", panel, 165),
    row("script of the reader", reader, 240, [{ name: "until play answers", value: playing }]),
  ];
}

type Until = (page: Page) => Promise<unknown>;

const isIdle: Until = (page) => page.waitForLoadState("networkidle");

const isFirstPageShown: Until = (page) =>
  page.waitForFunction(() => (window as Window & { benchSeenAt?: Record<string, number> }).benchSeenAt?.c1);

/** Resolves when a press on play has started playback. */
const isPlaying: Until = async (page) => {
  const playing = page.locator("[data-reader][data-playing=true]");
  await page.locator("[data-reader][data-state=shown]").waitFor();
  await page.keyboard.press("Space");
  await playing.waitFor();
};

/** @returns KB; throws if the page does not respond */
async function scriptOf(stage: Stage, path: string, session: Session | null, until: Until): Promise<number> {
  const context = await openContext(stage, session);
  try {
    const page = await context.newPage();
    const files: Array<Promise<number>> = [];
    let isOver = false;
    page.on("response", (response) => {
      if (isOver || response.request().resourceType() !== "script") return;
      const size = response.body().then((body) => gzipSync(body).length);
      // A body that cannot be read fails the measurement below, where all are awaited.
      size.catch(() => {});
      files.push(size);
    });
    const response = await page.goto(`${stage.origin}${path}`, { waitUntil: "commit" });
    if (!response?.ok()) throw new Error(`${path} answered ${response?.status()}`);
    await until(page);
    isOver = true;
    const inline = inlineScripts(await response.text()).map((text) => gzipSync(text).length);
    const sizes = [...inline, ...(await Promise.all(files))];
    return sizes.reduce((sum, size) => sum + size, 0) / 1024;
  } finally {
    await context.close();
  }
}
