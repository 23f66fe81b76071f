import type { BrowserContext, Page } from "@playwright/test";

/** Classes added to an element of a book's document, with the media clock of the frame that paints the change. */
export type HighlightRecord = {
  /** The element's id. */
  id: string;
  /** Path of the document's URL, decoded. */
  path: string;
  /** The added classes. */
  classes: string[];
  /** Milliseconds between the frame that paints it and the one before. */
  gap: number;
  /**
   * Media elements that have been played: path of the file, its clock in seconds, whether it is audible, and whether it
   * is paused or ended. Both are false while it loads after a seek.
   */
  media: Array<{ path: string; time: number; isSounding: boolean; isOver: boolean }>;
};

export type Recording = {
  highlights: HighlightRecord[];
  /** Texts passed to speech synthesis. */
  spoken: string[];
};

type Recorder = Recording & {
  elements: Set<HTMLMediaElement>;
  clocks(): HighlightRecord["media"];
};
type Recorded = Window & { fabelRecorder?: Recorder };

/**
 * Instruments the highlight: a MutationObserver on class attributes in all frames. The clock is the page's real
 * HTMLMediaElement's currentTime, read on the animation frame that paints the change (the next one if the change came
 * between frames). Delays of the audio device are not included.
 */
export async function installRecorder(context: BrowserContext): Promise<void> {
  // The compiler of the tests names functions with a helper that pages don't have.
  await context.addInitScript("globalThis.__name ??= (target) => target");
  await context.addInitScript(record);
}

export async function readRecording(page: Page): Promise<Recording> {
  return page.evaluate(() => {
    const { highlights, spoken } = (window as Recorded).fabelRecorder ?? { highlights: [], spoken: [] };
    return { highlights, spoken };
  });
}

export async function clearRecording(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { fabelRecorder } = window as Recorded;
    if (fabelRecorder) {
      fabelRecorder.highlights = [];
      fabelRecorder.spoken = [];
    }
  });
}

/** The clocks of all media that the page has played. */
export async function readClocks(page: Page): Promise<HighlightRecord["media"]> {
  return page.evaluate(() => (window as Recorded).fabelRecorder?.clocks() ?? []);
}

/** Seeks the media element that plays (or last played) a file; false if there is none. */
export async function seekMedia(page: Page, href: string, seconds: number): Promise<boolean> {
  return page.evaluate(
    ([path, time]) => {
      const elements = [...((window as Recorded).fabelRecorder?.elements ?? [])];
      const ofFile = elements.filter((one) =>
        decodeURIComponent(new URL(one.currentSrc, location.href).pathname).endsWith(path),
      );
      const element = ofFile.find((one) => !one.paused) ?? ofFile.at(-1);
      if (!element) return false;
      element.currentTime = time;
      return true;
    },
    [`/${href}`, seconds] as const,
  );
}

/**
 * Runs before any script of the page. Documents of frames are observed from the page around them, at the latest on the
 * frame after they appear.
 */
function record(): void {
  if (window.top !== window) return;
  const own = window as Recorded;
  const elements = new Set<HTMLMediaElement>();
  const observed = new WeakSet<Document>();
  let isInFrame = false;
  let last = 0;
  let gap = 0;
  const afterPaint = new MessageChannel();
  afterPaint.port1.onmessage = () => {
    isInFrame = false;
  };
  const clocks = () =>
    [...elements]
      .filter((element) => element.currentSrc !== "")
      .map((element) => ({
        path: decodeURIComponent(new URL(element.currentSrc, location.href).pathname),
        time: element.currentTime,
        isSounding: !element.paused && !element.ended && element.readyState >= 2,
        isOver: element.paused || element.ended,
      }));
  const recorder: Recorder = { highlights: [], spoken: [], elements, clocks };
  own.fabelRecorder = recorder;
  const observer = new MutationObserver((changes) => {
    const came = changes.flatMap((change) => {
      const element = change.target as Element;
      const old = (change.oldValue ?? "").split(/\s+/);
      const classes = Array.from(element.classList).filter((name) => !old.includes(name));
      const path = decodeURIComponent(new URL(element.ownerDocument.URL).pathname);
      return classes.length > 0 ? [{ id: element.id, path, classes }] : [];
    });
    if (came.length === 0) return;
    const note = () => recorder.highlights.push(...came.map((one) => ({ ...one, gap, media: clocks() })));
    if (isInFrame) note();
    else requestAnimationFrame(note);
  });
  const eachFrame = (now: number) => {
    requestAnimationFrame(eachFrame);
    gap = last > 0 ? now - last : 0;
    last = now;
    isInFrame = true;
    afterPaint.port2.postMessage(null);
    for (const frame of Array.from(document.querySelectorAll("iframe"))) {
      const content = frame.contentDocument;
      if (!content || observed.has(content)) continue;
      observed.add(content);
      observer.observe(content, {
        subtree: true,
        attributes: true,
        attributeFilter: ["class"],
        attributeOldValue: true,
      });
    }
  };
  requestAnimationFrame(eachFrame);
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    elements.add(this);
    return play.call(this);
  };
  // A headless browser has no voices; it gets a silent one, so that the requested texts can be recorded.
  SpeechSynthesis.prototype.getVoices = () => [
    { default: true, lang: "en", localService: true, name: "Recorder", voiceURI: "recorder" },
  ];
  // A real utterance takes voices of the browser only.
  Object.defineProperty(SpeechSynthesisUtterance.prototype, "voice", { value: null, writable: true });
  SpeechSynthesis.prototype.speak = (utterance: SpeechSynthesisUtterance) => {
    recorder.spoken.push(utterance.text);
    setTimeout(() => utterance.dispatchEvent(new Event("end")), 500);
  };
}
