import type { Page } from "@playwright/test";
import { openContext, type Stage } from "./bench-stage";
import { type Measure, median } from "./measure";
import { soundOf, voiceBook, voiceBookFiles } from "./tone-book";
import { fileGap, type Interruption, longestHold, type PartBegin, pageDelay, type VoiceFrame } from "./voice-frames";

type Watched = Window & {
  benchFrames?: VoiceFrame[];
  benchInterruptions?: Interruption[];
  /** Taps a sentence; milliseconds until its sound runs, reckoned from its clock. */
  benchTap?: (id: string, begin: number) => Promise<number>;
};

const by = "media clock and documents on screen, read on every animation frame; without slide";
const taps = 9;

/** What a listener hears and sees where pages and sound files change, and how soon a tapped sentence is heard. Goals, "The reader". */
export async function benchVoice(stage: Stage): Promise<Measure[]> {
  const { id } = await stage.addBook(voiceBookFiles(), "voice.epub");
  const context = await openContext(stage, stage.session);
  try {
    await context.addInitScript(watchVoice);
    const page = await context.newPage();
    await page.goto(`${stage.origin}/reader/${id}?from=start`);
    await page.locator("[data-reader][data-state=shown]").waitFor();
    const frames = await readAloud(page);
    const interruptions = await page.evaluate(() => (window as Watched).benchInterruptions ?? []);
    return [...pageMeasures(frames), ...gapMeasures(frames, interruptions), await tapMeasure(page, stage.origin, id)];
  } finally {
    await context.close();
  }
}

async function readAloud(page: Page): Promise<VoiceFrame[]> {
  await page.keyboard.press("Space");
  await page.locator("[data-reader][data-playing=true]").waitFor();
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

function pageMeasures(frames: readonly VoiceFrame[]): Measure[] {
  const delays = begins()
    .slice(1)
    .map((part) => pageDelay(frames, part));
  const known = delays.filter((delay): delay is number => delay !== null);
  const row = (name: string, ours: number, value: number): Measure => {
    return { name, unit: "ms", ours, goal: { value, better: "lower" }, beside: [], instrument: by };
  };
  return [
    row("page of a spoken sentence, latest", Math.max(...known), 100),
    // What is changed in a frame is seen at its end: the light looks half a frame ahead, and so does the page.
    row("page of a spoken sentence, earliest before it", Math.max(0, -Math.min(...known)), 17),
    { ...row("pages never come to", delays.length - known.length, 0), unit: "clips" },
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

async function tapMeasure(page: Page, origin: string, id: string): Promise<Measure> {
  await page.goto(`${origin}/reader/${id}?from=start`);
  await page.locator("[data-reader][data-state=shown]").waitFor();
  // The first one also waits for the sound's file; what is asked is how soon a buffered one is heard.
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

/** @param clip of the first part, from 0 */
function tapOn(page: Page, clip: number): Promise<number> {
  return page.evaluate(([name, begin]) => (window as Watched).benchTap?.(name, begin) ?? Number.NaN, [
    `p1-${clip}`,
    clip * voiceBook.seconds,
  ] as const);
}

/** Runs in the page: notes on each frame what is on screen and what sounds. */
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
  const eachFrame = () => {
    requestAnimationFrame(eachFrame);
    const element = sounding();
    const name = element && nameOf(element);
    const shown = document.querySelectorAll<HTMLElement>(".book-leaf[data-shown] iframe");
    frames.push({
      now: performance.now(),
      shown: Array.from(shown, (frame) => frame.dataset.href ?? ""),
      sound: element && name ? { name, time: element.currentTime } : null,
    });
  };
  requestAnimationFrame(eachFrame);
  own.benchTap = (id, begin) =>
    new Promise((resolve) => {
      const content = document.querySelector<HTMLIFrameElement>(".book-leaf[data-shown] iframe")?.contentDocument;
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
