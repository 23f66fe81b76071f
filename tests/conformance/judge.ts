import type { Browser, Frame } from "@playwright/test";
import type { VisibleDocument } from "./look-at-page";
import type { Measured } from "./measure-highlight";
import type { ReaderPage } from "./reader-page";
import type { TestBook, TestItem } from "./test-book";

/** `look`: the page states what must be visible, which only a person can judge; the reason names the screenshot. */
export type Verdict = { result: "pass" | "fail" | "look"; reason: string };

/** A book that is open in the reader. */
export type Scene = {
  reader: ReaderPage;
  book: TestBook;
  /** Content of the first screen. */
  first: VisibleDocument[];
  /** Takes a screenshot and returns its path. */
  picture(): Promise<string>;
  /** Share (0 to 1) of each plain colour in a part of the window. */
  colours(box: VisibleDocument["box"]): Promise<Colours>;
  /** Plays clips and measures their highlight errors, which are reported with the book. */
  measure(): Promise<Measured>;
  /** Opens the same book again with touch input; closed by the runner. */
  withTouch(): Promise<ReaderPage>;
};

export type Judge = (scene: Scene) => Promise<Verdict>;

/** Patterns of book names (without extensions) and their judges; the first match applies. */
export type Judges = ReadonlyArray<readonly [RegExp, Judge]>;

export type Colours = { red: number; green: number; white: number; other: number };

export const pass = (reason: string): Verdict => ({ result: "pass", reason });
export const fail = (reason: string): Verdict => ({ result: "fail", reason });
export const verdict = (holds: boolean, seen: string, missed: string): Verdict => (holds ? pass(seen) : fail(missed));

/** The frame of a spine item, reached by turning pages. */
export async function frameAt(scene: Scene, item: TestItem | undefined): Promise<Frame | null> {
  if (!item || !(await scene.reader.goTo(item))) return null;
  return scene.reader.frameOf(item);
}

/** The frame of the first screen's first document. */
export function firstFrame(scene: Scene): Promise<Frame | null> {
  return frameAt(scene, scene.book.spine.find((item) => item.linear) ?? scene.book.spine[0]);
}

/** The text of all screens from the first to the last, and the content of each. */
export async function readThrough(
  scene: Scene,
  most?: number,
): Promise<{ screens: VisibleDocument[][]; text: string }> {
  const screens = await scene.reader.walk(most);
  return {
    screens,
    text: screens
      .flat()
      .map((one) => one.text)
      .join(" "),
  };
}

/** Counts plain colours of a PNG, in a blank page of the same browser. */
export async function countColours(browser: Browser, png: Buffer): Promise<Colours> {
  const page = await browser.newPage();
  try {
    return await page.evaluate(
      async (address) => {
        const picture = await createImageBitmap(await (await fetch(address)).blob());
        const canvas = new OffscreenCanvas(picture.width, picture.height);
        const context = canvas.getContext("2d");
        const counts = { red: 0, green: 0, white: 0, other: 0 };
        if (!context) return counts;
        context.drawImage(picture, 0, 0);
        const { data } = context.getImageData(0, 0, picture.width, picture.height);
        for (let at = 0; at < data.length; at += 4) {
          const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
          if (red > 180 && green < 90 && blue < 90) counts.red += 1;
          else if (green > 90 && red < 90 && blue < green) counts.green += 1;
          else if (red > 235 && green > 235 && blue > 225) counts.white += 1;
          else counts.other += 1;
        }
        const all = data.length / 4;
        return {
          red: counts.red / all,
          green: counts.green / all,
          white: counts.white / all,
          other: counts.other / all,
        };
      },
      `data:image/png;base64,${png.toString("base64")}`,
    );
  } finally {
    await page.close();
  }
}
