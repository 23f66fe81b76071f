import type { BrowserContext, Page } from "@playwright/test";

/** A class that came to an element of a book's document, and what the media clock said in the frame that paints it. */
export type Lit = {
  /** The element's id. */
  id: string;
  /** Path of the document's address, decoded. */
  path: string;
  /** The classes that came. */
  classes: string[];
  /** Media elements that have been played: path of the file, its clock in seconds, whether it sounds. */
  media: Array<{ path: string; time: number; isSounding: boolean }>;
};

export type Recording = {
  lit: Lit[];
  /** What speech synthesis was asked to say. */
  spoken: string[];
};

type Recorder = Recording & {
  elements: Set<HTMLMediaElement>;
  clocks(): Lit["media"];
  changed(element: Element, before: string): void;
};
type Recorded = Window & { fabelRecorder?: Recorder };

/**
 * The instrument of the highlight: a MutationObserver on class attributes in all frames. The clock is the page's real
 * HTMLMediaElement's currentTime, read on the animation frame that paints the change (the next one where the change came between
 * frames). It is the media clock, not a tap on the sound: what the device adds behind it is not in it.
 */
export async function installRecorder(context: BrowserContext): Promise<void> {
  // The compiler of our scripts names functions by a helper that pages don't have.
  await context.addInitScript("globalThis.__name ??= (target) => target");
  await context.addInitScript(record);
}

export async function readRecording(page: Page): Promise<Recording> {
  return page.evaluate(() => {
    const { lit, spoken } = (window as Recorded).fabelRecorder ?? { lit: [], spoken: [] };
    return { lit, spoken };
  });
}

export async function clearRecording(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { fabelRecorder } = window as Recorded;
    if (fabelRecorder) {
      fabelRecorder.lit = [];
      fabelRecorder.spoken = [];
    }
  });
}

/** The clocks of all media that the page has played. */
export async function readClocks(page: Page): Promise<Lit["media"]> {
  return page.evaluate(() => (window as Recorded).fabelRecorder?.clocks() ?? []);
}

/** Sets the clock of the media that sounds (or that sounded last) from a file; false where there is none. */
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

/** Runs in every frame before anything of the page does. */
function record(): void {
  const own = window as Recorded;
  if (window.top === window) {
    const elements = new Set<HTMLMediaElement>();
    let isInFrame = false;
    const afterPaint = new MessageChannel();
    afterPaint.port1.onmessage = () => {
      isInFrame = false;
    };
    const eachFrame = () => {
      requestAnimationFrame(eachFrame);
      isInFrame = true;
      afterPaint.port2.postMessage(null);
    };
    requestAnimationFrame(eachFrame);
    const recorder: Recorder = {
      lit: [],
      spoken: [],
      elements,
      clocks: () =>
        [...elements].map((element) => ({
          path: decodeURIComponent(new URL(element.currentSrc || "about:blank", location.href).pathname),
          time: element.currentTime,
          isSounding: !element.paused && !element.ended,
        })),
      changed: (element, before) => {
        const old = before.split(/\s+/);
        const classes = [...element.classList].filter((name) => !old.includes(name));
        if (classes.length === 0) return;
        const path = decodeURIComponent(new URL(element.ownerDocument.URL).pathname);
        const note = () => recorder.lit.push({ id: element.id, path, classes, media: recorder.clocks() });
        if (isInFrame) note();
        else requestAnimationFrame(note);
      },
    };
    own.fabelRecorder = recorder;
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      elements.add(this);
      return play.call(this);
    };
    const { speak } = SpeechSynthesis.prototype;
    SpeechSynthesis.prototype.speak = function (this: SpeechSynthesis, utterance: SpeechSynthesisUtterance) {
      recorder.spoken.push(utterance.text);
      speak.call(this, utterance);
    };
    return;
  }
  new MutationObserver((changes) => {
    for (const change of changes) {
      (window.top as Recorded | null)?.fabelRecorder?.changed(change.target as Element, change.oldValue ?? "");
    }
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ["class"], attributeOldValue: true });
}
