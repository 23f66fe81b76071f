import { setTimeout } from "node:timers/promises";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { addBooks } from "#tests/conformance/add-books";
import { type Session, signIn } from "#tests/conformance/sign-in";
import { writeEpub } from "#tests/support/make-epub";
import { prepareProduct, type RunningProduct, startProduct } from "#tests/support/running-product";
import { browserOptions, ensureBrowser } from "../../../scripts/browser.mjs";

/** The product and a browser, started once for a whole bench. */
export type Stage = {
  product: RunningProduct;
  browser: Browser;
  origin: string;
  session: Session;
  /** Adds a book to the catalogue and returns its id and the archive's path. */
  addBook(files: Map<string, string | Buffer>, name: string): Promise<{ id: string; path: string }>;
  stop(): Promise<void>;
};

export async function startStage(): Promise<Stage> {
  if (!(await ensureBrowser())) throw new Error("There is no browser to measure in");
  await prepareProduct();
  const product = await startProduct();
  const options = await browserOptions();
  const browser = await chromium.launch({
    ...options,
    args: [
      ...options.args,
      "--autoplay-policy=no-user-gesture-required",
      "--mute-audio",
      "--enable-precise-memory-info",
      "--force-prefers-reduced-motion",
    ],
  });
  const origin = `http://se.localhost:${product.port}`;
  const stop = async () => {
    await browser.close();
    await product.stop();
  };
  try {
    const session = await signIn(browser, origin);
    const addBook: Stage["addBook"] = async (files, name) => {
      const path = await writeEpub(files, name);
      const [added] = await addBooks([path], product.dataDir);
      if (!added || "refused" in added) throw new Error(`${name} was refused: ${added?.refused}`);
      return { id: added.id, path };
    };
    return { product, browser, origin, session, addBook, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Probed = Window & {
  benchMarks?: () => string;
  benchSeenAt?: Record<string, number>;
  benchTurn?: (turn: () => void) => Promise<number>;
};

/**
 * Disables emulation; a browser flag sets reduced motion instead. Emulated media are reset at each navigation, which
 * restyles and lays out the page being left: 6 to 20 ms that users never have.
 */
const nothingEmulated = { colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null };

/** A new browser context (nothing cached) with the bench's observer in every page. */
export async function openContext(stage: Stage, session: Session | null): Promise<BrowserContext> {
  const context = await stage.browser.newContext({
    storageState: session ?? undefined,
    viewport: { width: 1280, height: 800 },
    ...nothingEmulated,
  });
  context.setDefaultTimeout(120_000);
  await context.addInitScript("globalThis.__name ??= (target) => target");
  await context.addInitScript(installEyes);
  return context;
}

/** 20 Mbit/s and 40 ms, as the goals require. */
export async function slowNetwork(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const throughput = (20 * 1024 * 1024) / 8;
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 40,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
}

/** Milliseconds before the first query: evaluating script in a page takes time there and would disturb the measurement. */
const undisturbed = 400;

/** Milliseconds from `since` (a Date.now value) until an element with the mark was on screen, as recorded in the page. */
export async function seenAfter(page: Page, mark: string, since: number): Promise<number> {
  await setTimeout(undisturbed);
  const handle = await page.waitForFunction((wanted) => (window as Probed).benchSeenAt?.[wanted] ?? false, mark, {
    polling: 50,
  });
  return Number(await handle.jsonValue()) - since;
}

/** Milliseconds from the action to the first frame with different marks. `turnScript` is evaluated in the page. */
export async function turnTime(page: Page, turnScript: string): Promise<number> {
  // As a string: the page's own policy forbids functions from strings, but it doesn't apply to evaluate.
  return page.evaluate<number>(`window.benchTurn(() => { ${turnScript} })`);
}

/** The marks of all visible elements, in order. */
export async function marksOn(page: Page): Promise<string> {
  return page.evaluate(() => (window as Probed).benchMarks?.() ?? "");
}

/** Runs in every page: checks on each frame for elements with a mark, in the page and in accessible frames. */
function installEyes(): void {
  if (window.top !== window) return;
  const own = window as Probed;
  const seenAt: Record<string, number> = {};
  const isInside = (box: DOMRect, width: number, height: number) =>
    box.width > 0 && box.height > 0 && box.right > 2 && box.bottom > 2 && box.left < width - 2 && box.top < height - 2;
  const look = (content: Document, left: number, top: number, scale: number, found: string[]) => {
    for (const element of Array.from(content.querySelectorAll<HTMLElement>("[data-mark]"))) {
      const rect = element.getBoundingClientRect();
      const box = new DOMRect(
        left + rect.left * scale,
        top + rect.top * scale,
        rect.width * scale,
        rect.height * scale,
      );
      if (!isInside(box, innerWidth, innerHeight)) continue;
      const view = content.defaultView;
      if (view && content !== document && !isInside(rect, view.innerWidth, view.innerHeight)) continue;
      const image = element as HTMLImageElement;
      if (element.localName === "img" && !(image.complete && image.naturalWidth > 0)) continue;
      found.push(element.dataset.mark ?? "");
    }
    for (const frame of Array.from(content.querySelectorAll("iframe"))) {
      if (!frame.contentDocument || !frame.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        continue;
      const rect = frame.getBoundingClientRect();
      look(
        frame.contentDocument,
        left + rect.left,
        top + rect.top,
        frame.offsetWidth > 0 ? rect.width / frame.offsetWidth : 1,
        found,
      );
    }
  };
  const marks = () => {
    const found: string[] = [];
    if (document.body) look(document, 0, 0, 1, found);
    return found.join(" ");
  };
  const eachFrame = () => {
    // Stops while turns are measured, so as not to disturb them.
    if (!isWatching) return;
    requestAnimationFrame(eachFrame);
    for (const mark of marks().split(" ")) if (mark) seenAt[mark] ??= Date.now();
  };
  let isWatching = true;
  own.benchMarks = marks;
  own.benchSeenAt = seenAt;
  own.benchTurn = (turn) =>
    new Promise((resolve) => {
      isWatching = false;
      requestAnimationFrame(() => {
        const before = marks();
        const start = performance.now();
        turn();
        const wait = () => {
          const now = marks();
          if ((now !== before && now !== "") || performance.now() - start > 20_000) resolve(performance.now() - start);
          else requestAnimationFrame(wait);
        };
        requestAnimationFrame(wait);
      });
    });
  requestAnimationFrame(eachFrame);
}
