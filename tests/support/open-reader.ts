import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import { signedInCookies } from "./http-sign-in";

/**
 * Signs in, by default as the demo pupil; the page doesn't navigate. Reader settings are stored on the device only,
 * unless `keepsSettings`: tests that run in parallel share the demo users.
 */
export async function signIn(
  page: Page,
  username = "student.se",
  options: { savesSettings?: boolean } = {},
): Promise<void> {
  if (!options.savesSettings) await page.addInitScript(suppressSettingsSaves);
  await page.context().addCookies(await signedInCookies(String(process.env.FABEL_URL), username));
}

/**
 * Runs in the page: suppresses saving reader settings on the server. In the page itself, because requests sent while it
 * closes can't be intercepted from outside.
 */
export function suppressSettingsSaves(): void {
  const send = window.fetch;
  const pathOf = (input: RequestInfo | URL) =>
    new URL(input instanceof Request ? input.url : String(input), window.location.href).pathname;
  window.fetch = (input, init) =>
    pathOf(input) === "/reader/settings" ? Promise.resolve(new Response(null, { status: 204 })) : send(input, init);
}

/** Opens a book at its beginning, regardless of the saved position, and waits until its first page is shown. */
export async function openReader(page: Page, bookId: string): Promise<Locator> {
  await page.goto(`/reader/${bookId}?from=start`);
  const reader = readerShown(page);
  await reader.waitFor();
  return reader;
}

/** The hydrated reader with a page shown. */
export function readerShown(page: Page): Locator {
  return page.locator("[data-reader][data-state=shown]");
}

/** The frame of a displayed document, by its path in the book. */
export function shownFrame(page: Page, href: string): FrameLocator {
  return page.frameLocator(`.book-spread[data-shown] iframe[data-href="${href}"]`);
}

/**
 * Records in the page which sentences are highlighted in displayed documents, because polling from the test would be
 * too slow on a busy machine.
 */
export async function recordHighlights(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const seen: string[] = [];
    Object.assign(window, { highlighted: seen });
    const look = () => {
      requestAnimationFrame(look);
      for (const frame of document.querySelectorAll<HTMLIFrameElement>(".book-spread[data-shown] iframe")) {
        const spoken = frame.contentWindow as (Window & typeof globalThis) | null;
        const [range] = spoken?.CSS.highlights.get("fabel-spoken") ?? [];
        const text = frame.contentDocument?.querySelector(".fabel-active")?.textContent ?? range?.toString();
        if (text && seen.at(-1) !== text) seen.push(text);
      }
    };
    requestAnimationFrame(look);
  });
}

/** The sentences highlighted since then, in order. */
export function highlightedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as { highlighted?: string[] }).highlighted ?? []);
}

/**
 * Shows the bars, keeps them shown and performs an action. They hide after two seconds, in which a busy machine may not finish a press:
 * the page itself therefore repeats the pointer's move near the bar until the action is done.
 */
export async function withBars(page: Page, operate: () => Promise<void>): Promise<void> {
  await page.locator("[data-reader][data-hydrated]").waitFor();
  const holding = await page.evaluateHandle(() => {
    const near = () =>
      document
        .querySelector("[data-reader]")
        ?.dispatchEvent(new PointerEvent("pointermove", { clientY: window.innerHeight - 20, bubbles: true }));
    near();
    return window.setInterval(near, 250);
  });
  try {
    await page.locator(".reader-bar[data-shown]").first().waitFor();
    await operate();
  } finally {
    // An action that leaves the page has ended it.
    await holding.evaluate((timer) => window.clearInterval(timer)).catch(() => undefined);
  }
}

/** Presses a button of the bars. @param opens the element that it opens */
export async function clickInBars(page: Page, button: Locator, opens: Locator): Promise<void> {
  await withBars(page, () => button.click());
  await expect(opens).toBeVisible();
}
