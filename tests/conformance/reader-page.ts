import type { Browser, BrowserContext, Frame, Page } from "@playwright/test";
import { suppressSettingsSaves } from "#tests/support/open-reader";
import { contentFrames, readVisible, readVisibleDocuments, type VisibleDocument } from "./look-at-page";
import { exactly, nameOf } from "./reader-names";
import { installRecorder } from "./recorder";
import type { TestItem } from "./test-book";

/** Time limit of a step in ms. Generous, because machines differ in speed and nothing is judged by it. */
const timeLimit = 15_000;

/** The real reader in a real browser, and its visible content. */
export class ReaderPage {
  /** Requested URLs outside the product. */
  readonly foreign: string[] = [];
  /** Uncaught errors of the page. */
  readonly errors: string[] = [];

  private constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    readonly origin: string,
    /** Labels of the table of contents by the document that they lead to. */
    private readonly labels: ReadonlyMap<string, string>,
  ) {}

  static async open(
    browser: Browser,
    origin: string,
    session: Awaited<ReturnType<BrowserContext["storageState"]>>,
    id: string,
    options: { hasTouch?: boolean; labels?: ReadonlyMap<string, string> } = {},
  ): Promise<ReaderPage> {
    const context = await browser.newContext({
      storageState: session,
      viewport: { width: 1440, height: 900 },
      reducedMotion: "reduce",
      hasTouch: options.hasTouch ?? false,
    });
    context.setDefaultTimeout(timeLimit);
    await installRecorder(context);
    // Each book starts with the reader's default settings.
    await context.addInitScript(suppressSettingsSaves);
    const page = await context.newPage();
    const reader = new ReaderPage(page, context, origin, options.labels ?? new Map());
    context.on("request", (request) => {
      const url = request.url();
      if (/^(https?|ftp|file|wss?):/.test(url) && new URL(url).host !== new URL(origin).host) reader.foreign.push(url);
    });
    page.on("pageerror", (error) => reader.errors.push(error.message));
    await page.goto(`${origin}/reader/${id}?from=start`, { waitUntil: "commit" });
    return reader;
  }

  close(): Promise<void> {
    return this.context.close();
  }

  /** Waits until the book is shown, or until the reader shows an error. */
  async opened(): Promise<{ isShown: boolean; says: string }> {
    const root = this.page.locator('[data-reader][data-state="shown"], [data-reader][data-state="error"]').first();
    const isThere = await root.waitFor({ state: "attached" }).then(
      () => true,
      () => false,
    );
    if (!isThere) return { isShown: false, says: (await this.visibleText()) || "the reader never came" };
    const state = await root.getAttribute("data-state");
    return { isShown: state === "shown", says: state === "shown" ? "" : await this.visibleText() };
  }

  private async visibleText(): Promise<string> {
    const text = await this.page.evaluate(readVisible).catch(() => "");
    return text.replace(/\s+/g, " ").trim().slice(0, 200);
  }

  /** The documents on screen, from left to right. */
  shown(): Promise<VisibleDocument[]> {
    return this.page.evaluate(readVisibleDocuments, contentFrames);
  }

  /** Waits until any content of the book is visible. */
  async firstPage(): Promise<VisibleDocument[] | null> {
    return this.until(async () => {
      const shown = await this.shown();
      return shown.some((one) => one.text !== "" || one.pictures > 0) ? shown : null;
    });
  }

  /** The frame of a displayed document. */
  async frameOf(item: TestItem): Promise<Frame | null> {
    const shown = await this.shown();
    const path = shown.find((one) => isOfItem(one.path, item))?.path;
    if (!path) return null;
    for (const frame of this.page.frames()) {
      if (frame.parentFrame() !== this.page.mainFrame()) continue;
      if (decodeURIComponent(new URL(frame.url(), this.origin).pathname) === path) return frame;
    }
    return null;
  }

  /** A summary of the screen's content, to detect changes. */
  async signature(): Promise<string> {
    const shown = await this.shown();
    return JSON.stringify(
      shown.map(({ path, box, scroll, text }) => [path, box.x, scroll.left, scroll.top, text.slice(0, 80)]),
    );
  }

  /** Presses a key and waits for another page; false if there is none. */
  async press(key: string, arrow: "command.next" | "command.previous"): Promise<boolean> {
    const before = await this.signature();
    // At the book's ends there is no arrow, so the wait is short.
    const isOffered =
      (await this.page
        .locator(".reader-arrow")
        .and(this.page.getByLabel(nameOf(arrow)))
        .count()) > 0;
    await this.page.keyboard.press(key);
    const change = async () => ((await this.signature()) === before ? null : true);
    const hasChanged = await this.until(change, isOffered ? timeLimit : 1500);
    if (hasChanged) await this.settled();
    return hasChanged === true;
  }

  /** In reading order, regardless of the direction. */
  next(): Promise<boolean> {
    return this.press("PageDown", "command.next");
  }

  previous(): Promise<boolean> {
    return this.press("PageUp", "command.previous");
  }

  /** Waits until two checks in a row see the same content, the images are loaded, and the bars, which scale the page down, are hidden. */
  async settled(): Promise<void> {
    let last = "";
    await this.until(async () => {
      const now = await this.signature();
      const isSame = now === last && (await this.arePicturesThere()) && !(await this.areBarsShown());
      last = now;
      return isSame ? true : null;
    }, 5000);
  }

  private areBarsShown(): Promise<boolean> {
    return this.page.evaluate(() => document.querySelector(".reader-bar[data-shown]") !== null);
  }

  private arePicturesThere(): Promise<boolean> {
    return this.page.evaluate(
      (selector) =>
        Array.from(document.querySelectorAll<HTMLIFrameElement>(selector)).every((frame) =>
          Array.from(frame.contentDocument?.images ?? []).every((image) => image.complete),
        ),
      contentFrames,
    );
  }

  /** Turns pages until a document is shown; false if the book ends before. */
  async goTo(item: TestItem, most = 60): Promise<boolean> {
    for (let step = 0; step <= most; step += 1) {
      if ((await this.shown()).some((one) => isOfItem(one.path, item))) return true;
      if (!(await this.next())) return false;
    }
    return false;
  }

  /** Turns pages to the book's end and returns the content of every screen, including the first. */
  async walk(most = 40): Promise<VisibleDocument[][]> {
    const screens = [await this.shown()];
    while (screens.length < most && (await this.next())) screens.push(await this.shown());
    return screens;
  }

  async openContents(): Promise<void> {
    await this.page.mouse.move(700, 10);
    const button = this.page.getByRole("button", { name: nameOf("command.contents") }).first();
    await button.click();
    await this.page.waitForFunction(() => document.querySelector("[role=dialog], nav, aside, [data-drawer]") !== null);
  }

  /** The labels that are visible in the reader's table of contents. */
  async contentsEntries(labels: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (const label of labels) {
      const entry = this.page
        .locator("a:visible, button:visible, [role=treeitem]:visible")
        .filter({ hasText: exactly(label) });
      const hasCome = await entry
        .first()
        .waitFor({ state: "visible", timeout: 2000 })
        .then(
          () => true,
          () => false,
        );
      if (hasCome) found.push(label);
    }
    return found;
  }

  async followContents(label: string): Promise<void> {
    await this.openContents();
    await this.page
      .locator("a:visible, button:visible, [role=treeitem]:visible")
      .filter({ hasText: exactly(label) })
      .first()
      .click();
    await this.settled();
  }

  /** Follows a document's entry in the table of contents; false if it has none, or didn't lead there. */
  async goToByLink(item: TestItem): Promise<boolean> {
    const label = this.labels.get(item.href);
    if (!label) return false;
    await this.followContents(label).catch(() => undefined);
    await this.page.keyboard.press("Escape");
    return (await this.until(async () => ((await this.frameOf(item)) ? true : null), 5000)) === true;
  }

  /** Swipes the page forward and returns whether the next document is shown. Needs touch input. */
  async goToBySwipe(from: TestItem, to: TestItem): Promise<boolean> {
    if (!(await this.goTo(from))) return false;
    const touch = await this.context.newCDPSession(this.page);
    const point = (x: number) => [{ x, y: 450 }];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: point(1000) });
    for (let x = 960; x >= 500; x -= 20)
      await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: point(x) });
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    const has = await this.until(
      async () => ((await this.shown()).some((one) => isOfItem(one.path, to)) ? true : null),
      2000,
    );
    return has === true;
  }

  isPlaying(): Promise<boolean> {
    return this.page
      .locator('[data-reader][data-playing="true"]')
      .count()
      .then((count) => count > 0);
  }

  async setPlaying(wanted: boolean): Promise<boolean> {
    if ((await this.isPlaying()) === wanted) return true;
    // A focused button would handle the space key itself.
    await this.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await this.page.keyboard.press("Space");
    return (await this.until(async () => ((await this.isPlaying()) === wanted ? true : null), 3000)) === true;
  }

  /** Changes the rate with the keyboard, in steps of 0.1. */
  async changeRate(from: number, to: number): Promise<void> {
    const steps = Math.round(Math.abs(to - from) * 10);
    for (let step = 0; step < steps; step += 1)
      await this.page.keyboard.press(to > from ? "Alt+ArrowUp" : "Alt+ArrowDown");
  }

  /** Polls until there is a result, or the time limit is reached. */
  async until<T>(ask: () => Promise<T | null>, milliseconds = timeLimit): Promise<T | null> {
    const end = Date.now() + milliseconds;
    for (;;) {
      const result = await ask().catch(() => null);
      if (result !== null) return result;
      if (Date.now() > end || this.page.isClosed()) return null;
      await this.nextLook();
    }
  }

  /** Resolves when the page has painted some frames and is idle, so that polling doesn't disturb the measurement. */
  private async nextLook(): Promise<void> {
    const painted = () =>
      new Promise<void>((resolve) => {
        const idle = () => requestIdleCallback(() => resolve(), { timeout: 100 });
        const after = (frames: number) => requestAnimationFrame(() => (frames > 1 ? after(frames - 1) : idle()));
        after(3);
      });
    // Ignores a navigation in the meantime; the next poll sees the new page.
    await this.page.evaluate(painted).catch(() => undefined);
  }
}

/** Whether a path is that of the document that a book calls by an href; see `isOfItem`. */
export function isOfHref(path: string, href: string, spine: readonly TestItem[]): boolean {
  const item = spine.find((one) => one.href === href);
  return item ? isOfItem(path, item) : path.endsWith(`/${href}`);
}

/** Whether a path is that of a spine item: the item itself, its fallback, or the page that the product creates around an image. */
export function isOfItem(path: string, item: Pick<TestItem, "href" | "index" | "fallback">): boolean {
  if (path.endsWith(`/${item.href}`) || (item.fallback !== null && path.endsWith(`/${item.fallback}`))) return true;
  return path.endsWith(`/META-INF/fabel/pages/${item.index}.xhtml`);
}
