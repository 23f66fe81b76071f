import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import { projectRoot } from "#server/project-root";
import { signedInCookies } from "./http-sign-in";

/** Adds a book to the product that the browser tests run against, and returns its id. */
export async function addBookToProduct(file: string, realm = "se"): Promise<string> {
  const program = path.join(projectRoot, "build/process/books-add.js");
  const environment = { ...process.env, DATA_DIR: process.env.FABEL_DATA_DIR, DEMO: "1" };
  const { stdout } = await promisify(execFile)(process.execPath, [program, file, "--realm", realm], {
    env: environment,
  });
  return stdout.trim().split("\n").at(-1) ?? "";
}

/**
 * Signs in, as the demonstration's pupil unless said; the page itself stays where it is. What the reader would keep on the server stays on the
 * device unless `keepsSettings`: tests that run side by side share the demonstration's people.
 */
export async function signIn(
  page: Page,
  username = "student.se",
  options: { keepsSettings?: boolean } = {},
): Promise<void> {
  if (!options.keepsSettings) await page.addInitScript(keepSettingsHere);
  await page.context().addCookies(await signedInCookies(String(process.env.FABEL_URL), username));
}

/**
 * Runs in the page: what the reader would keep on the server stays on the device. In the page itself, since what a page sends while it
 * closes can't be held up from outside.
 */
export function keepSettingsHere(): void {
  const send = window.fetch;
  const pathOf = (input: RequestInfo | URL) =>
    new URL(input instanceof Request ? input.url : String(input), window.location.href).pathname;
  window.fetch = (input, init) =>
    pathOf(input) === "/reader/settings" ? Promise.resolve(new Response(null, { status: 204 })) : send(input, init);
}

/** Opens a book at its beginning, wherever the person stopped, and waits until its first page is shown. */
export async function openReader(page: Page, bookId: string): Promise<Locator> {
  await page.goto(`/reader/${bookId}?from=start`);
  const reader = readerShown(page);
  await reader.waitFor();
  return reader;
}

/** The reader once it is alive and shows a page. */
export function readerShown(page: Page): Locator {
  return page.locator("[data-reader][data-state=shown]");
}

/** The frame of a document that is really shown, by its path in the book. */
export function shownFrame(page: Page, href: string): FrameLocator {
  return page.frameLocator(`.book-spread[data-shown] iframe[data-href="${href}"]`);
}

/** Writes down in the page which sentences light up in shown documents: looking from here would be too slow for a busy machine. */
export async function recordHighlights(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const seen: string[] = [];
    Object.assign(window, { highlighted: seen });
    const look = () => {
      requestAnimationFrame(look);
      for (const frame of document.querySelectorAll<HTMLIFrameElement>(".book-spread[data-shown] iframe")) {
        const text = frame.contentDocument?.querySelector(".fabel-active")?.textContent;
        if (text && seen.at(-1) !== text) seen.push(text);
      }
    };
    requestAnimationFrame(look);
  });
}

/** The sentences that have highlighted up since, in their order. */
export function highlightedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as { highlighted?: string[] }).highlighted ?? []);
}

/**
 * Calls the bars and does something with them, again where they were gone before it was done: they go by themselves, on a busy machine
 * before anybody has pressed.
 * @param act waits for a second at most
 */
export async function withBars(page: Page, act: () => Promise<void>): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  let x = width / 2;
  await expect(async () => {
    x += 10;
    await page.mouse.move(x, height - 20);
    await act();
  }).toPass();
}

/** Presses a button of the bars, once: it may be known to be pressed later than anybody waited for. @param opens what it brings */
export async function pressInBars(page: Page, button: Locator, opens: Locator): Promise<void> {
  await withBars(page, async () => {
    if (!(await opens.isVisible())) await button.click({ timeout: 1000 });
  });
  await expect(opens).toBeVisible();
}
