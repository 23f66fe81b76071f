import type { Page } from "@playwright/test";
import { suppressSettingsSaves } from "#tests/support/open-reader";
import { openContext, type Stage } from "./bench-stage";
import { type Measure, median } from "./measure";
import { soundOf, voiceBook, voiceBookFiles } from "./tone-book";
import { fileGap, type Interruption, longestHold, type PartBegin, pageDelay, type VoiceFrame } from "./voice-frames";

type Watched = Window & {
  benchFrames?: VoiceFrame[];
  benchInterruptions?: Interruption[];
  /** Taps a sentence; milliseconds until its audio plays, calculated from the media clock. */
  benchTap?: (id: string, begin: number) => Promise<number>;
};

const by = "media clock and documents on screen, read at the end of every animation frame; without slide";
/** The normal rate first: gaps are measured at it. */
const rates = [1, 0.5, 2] as const;
const taps = 9;

/** Timing of audio and pages at page and file changes, and the delay after tapping a sentence. docs/performance.md#reader. */
export async function benchVoice(stage: Stage): Promise<Measure[]> {
  const { id } = await stage.addBook(voiceBookFiles(), "voice.epub");
  const measures: Measure[] = [];
  for (const rate of rates) measures.push(...(await withReader(stage, id, (page) => measureAloud(page, rate))));
  return [...measures, await withReader(stage, id, tapMeasure)];
}

/** In a new browser context, without stored settings such as the rate. */
async function withReader<Result>(stage: Stage, id: string, work: (page: Page) => Promise<Result>): Promise<Result> {
  const context = await openContext(stage, stage.session);
  try {
    await context.addInitScript(watchVoice);
    await context.addInitScript(suppressSettingsSaves);
    const page = await context.newPage();
    await page.goto(`${stage.origin}/reader/${id}?from=start`);
    await page.locator("[data-reader][data-state=shown]").waitFor();
    return await work(page);
  } finally {
    await context.close();
  }
}

async function measureAloud(page: Page, rate: number): Promise<Measure[]> {
  const frames = await readAloud(page, rate);
  if (rate !== 1) return pageMeasures(frames, rate);
  const interruptions = await page.evaluate(() => (window as Watched).benchInterruptions ?? []);
  return [...pageMeasures(frames, rate), ...gapMeasures(frames, interruptions)];
}

async function readAloud(page: Page, rate: number): Promise<VoiceFrame[]> {
  await page.keyboard.press("Space");
  await page.locator("[data-reader][data-playing=true]").waitFor();
  const key = rate > 1 ? "Alt+ArrowUp" : "Alt+ArrowDown";
  for (let step = 0; step < Math.round(Math.abs(rate - 1) * 10); step += 1) await page.keyboard.press(key);
  await page.locator("[data-reader][data-playing=false]").waitFor({ timeout: 60_000 });
  return page.evaluate(() => (window as Watched).benchFrames ?? []);
}

function begins(): PartBegin[] {
  const { parts, partsOfFile, clips, seconds } = voiceBook;
  return Array.from({ length: parts }, (_, index) => ({
    document: `EPUB/p${index + 1}.xhtml`,
    sound: soundOf(index + 1),
    begin: (index % partsOfFile) * clips * seconds,
  }));
}

function pageMeasures(frames: readonly VoiceFrame[], rate: number): Measure[] {
  const delays = begins()
    .slice(1)
    .map((part) => pageDelay(frames, part, rate));
  const known = delays.filter((delay): delay is number => delay !== null);
  const row = (name: string, ours: number, value: number): Measure => {
    return { name, unit: "ms", ours, goal: { value, better: "lower" }, beside: [], instrument: by };
  };
  const what = `page of a spoken sentence at ${rate} times`;
  return [
    row(`${what}, latest`, Math.max(...known), 100),
    row(`${what}, earliest before it`, Math.max(0, -Math.min(...known)), 0),
    { ...row(`${what}, never come to`, delays.length - known.length, 0), unit: "clips" },
  ];
}

function gapMeasures(frames: readonly VoiceFrame[], interruptions: readonly Interruption[]): Measure[] {
  const { partsOfFile, clips, seconds } = voiceBook;
  const end = partsOfFile * clips * seconds;
  const first = soundOf(1);
  const second = soundOf(partsOfFile + 1);
  const holds = [first, second].map((sound) => longestHold(frames, interruptions, sound, seconds / 2));
  const row = (name: string, ours: number, value: number): Measure => {
    return { name, unit: "ms", ours, goal: { value, better: "lower" }, beside: [], instrument: by };
  };
  return [
    row("gap between clips of one file, page turns among them", Math.max(...holds), 0),
    row("gap at a change of file", fileGap(frames, first, end, second) ?? Number.NaN, 80),
  ];
}

async function tapMeasure(page: Page): Promise<Measure> {
  // The first tap also loads the audio file; the measurement is for a buffered one.
  await tapOn(page, 1);
  const times: number[] = [];
  for (let tap = 0; tap < taps; tap += 1) {
    times.push(await tapOn(page, 1 + ((tap + 1) % (voiceBook.clips - 1))));
  }
  return {
    name: "tap on a sentence to its sound",
    unit: "ms",
    ours: median(times),
    goal: { value: 150, better: "lower" },
    beside: [],
    instrument: `from the click to the begin of the clip by the media clock, median of ${taps}`,
  };
}

/** @param clip index in the first part, from 0 */
function tapOn(page: Page, clip: number): Promise<number> {
  return page.evaluate(([name, begin]) => (window as Watched).benchTap?.(name, begin) ?? Number.NaN, [
    `p1-${clip}`,
    clip * voiceBook.seconds,
  ] as const);
}

/** Runs in the page: records on each frame what it will paint and what is playing. */
function watchVoice(): void {
  if (window.top !== window) return;
  const own = window as Watched;
  const elements = new Set<HTMLMediaElement>();
  const { play } = HTMLMediaElement.prototype;
  const nameOf = (element: HTMLMediaElement) => /([^/]+)\.wav/.exec(element.currentSrc)?.[1];
  const interruptions: Interruption[] = [];
  own.benchInterruptions = interruptions;
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    if (!elements.has(this)) {
      elements.add(this);
      for (const type of ["pause", "seeking", "waiting", "emptied"]) {
        this.addEventListener(type, () => {
          interruptions.push({ now: performance.now(), sound: nameOf(this) ?? "", time: this.currentTime });
        });
      }
    }
    return play.call(this);
  };
  const sounding = () =>
    [...elements].find((element) => !element.paused && !element.ended && !element.seeking && element.readyState >= 2);
  const frames: VoiceFrame[] = [];
  own.benchFrames = frames;
  const note = () => {
    const element = sounding();
    const name = element && nameOf(element);
    const shown = document.querySelectorAll<HTMLElement>(".book-spread[data-shown] iframe");
    frames.push({
      now: performance.now(),
      shown: Array.from(shown, (frame) => frame.dataset.href ?? ""),
      sound: element && name ? { name, time: element.currentTime } : null,
    });
    betweenFrames.port2.postMessage(null);
  };
  // Requesting the frame last makes the callback run last in it, after the reader's.
  const betweenFrames = new MessageChannel();
  betweenFrames.port1.onmessage = () => requestAnimationFrame(note);
  requestAnimationFrame(note);
  own.benchTap = (id, begin) =>
    new Promise((resolve) => {
      const content = document.querySelector<HTMLIFrameElement>(".book-spread[data-shown] iframe")?.contentDocument;
      const start = performance.now();
      content?.getElementById(id)?.click();
      const wait = () => {
        const element = sounding();
        const into = element ? element.currentTime - begin : -1;
        if (into > 0 && into < 0.5) resolve(performance.now() - into * 1000 - start);
        else if (performance.now() - start > 5000) resolve(Number.NaN);
        else requestAnimationFrame(wait);
      };
      requestAnimationFrame(wait);
    });
}
