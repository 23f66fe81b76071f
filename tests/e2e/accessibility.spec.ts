import AxeBuilder from "@axe-core/playwright";
import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { test } from "#tests/support/browser-test";
import { sessionOf } from "#tests/support/http-sign-in";
import { openPage, waitForHydration } from "#tests/support/open-page";
import { screens } from "#tests/support/screens";
import { settle } from "#tests/support/settle";
import { realmUrl, type Viewer } from "#tests/support/sign-in";

/** Accessibility of all screens: axe in both themes, keyboard, 400% zoom, reduced motion, no script. */

const product = process.env.FABEL_URL ?? "";

/** One context per viewer for all screens, so that the product's scripts are loaded once. */
const contexts = new Map<string, BrowserContext>();

test.afterEach(async () => {
  for (const context of contexts.values()) for (const page of context.pages()) await page.close();
});

const isFull = process.env.TEST_FULL === "1";

for (const screen of screens.filter(({ isFurtherState }) => isFull || !isFurtherState)) {
  test(`${screen.name}: axe finds no violations in either theme, and nothing overflows at 320 px`, async ({
    browser,
  }) => {
    const page = await open(browser, screen, { colorScheme: "light" });
    await screen.prepare?.(page);
    await settle(page);
    expect(await violations(page)).toEqual([]);

    await page.emulateMedia({ colorScheme: "dark" });
    await settle(page);
    expect(await violations(page, rulesOfColour)).toEqual([]);

    await page.setViewportSize({ width: 320, height: 640 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(await page.evaluate(cutOff)).toEqual([]);
  });
}

test("the first Tab focuses the skip link, and Enter on it focuses the content", async ({ page }) => {
  await page.goto(`${realmUrl(product, "uk")}/`);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
});

test("the menu opens with Enter and closes with Escape, which returns the focus", async ({ page }) => {
  await openPage(page, `${realmUrl(product, "uk")}/login`);
  const menu = page.locator("summary[aria-label=Menu]");
  await menu.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Home", exact: true }).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("details[open]")).toHaveCount(0);
  await expect(menu).toBeFocused();
});

test("a menu opened before hydration stays open, and Escape closes it", async ({ page }) => {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await arrival;
    await route.continue();
  });
  await page.goto(`${realmUrl(product, "uk")}/login`, { waitUntil: "commit" });
  const menu = page.locator("summary[aria-label=Menu]");
  await menu.click();
  await expect(page.getByRole("link", { name: "Home", exact: true }).first()).toBeVisible();
  arrive();
  await waitForHydration(page);
  await expect(page.getByRole("link", { name: "Home", exact: true }).first()).toBeVisible();
  await menu.press("Escape");
  await expect(page.locator("details[open]")).toHaveCount(0);
});

test("given reduced motion, then no element has a transition", async ({ browser }) => {
  const page = await open(browser, { path: "/", viewer: "visitor" }, { reducedMotion: "reduce" });
  const durations = await page.evaluate(() =>
    [...document.querySelectorAll("*")].map((element) => getComputedStyle(element).transitionDuration),
  );
  const longest = Math.max(...durations.flatMap((text) => text.split(",").map(Number.parseFloat)));
  expect(longest).toBeLessThan(0.001);
});

test("given no script, then a visitor can use the menu and change theme and language", async ({ browser }) => {
  const page = await open(browser, { path: "/privacy", viewer: "visitor", realm: "uk" }, { javaScriptEnabled: false });
  await page.locator("summary[aria-label=Menu]").click();
  await page.getByRole("button", { name: "Dark" }).click();
  await expect(page).toHaveURL(/\/privacy$/);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByRole("button", { name: "Suomi" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "fi");
  await expect(page.getByRole("heading", { name: "Tietosuoja" })).toBeVisible();
});

/** The rules whose result depends on the theme. */
const rulesOfColour = ["color-contrast", "link-in-text-block"];

async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  if (rules) axe.withRules(rules);
  // Without legacy mode, axe merges the results of frames in an extra page, which doubles the time.
  const isAlone = page.frames().length === 1;
  const { violations } = await axe.setLegacyMode(isAlone).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
}

/** Fixed controls that reach beyond the window's left or right side, where scrolling cannot reveal them. */
function cutOff(): string[] {
  const isFixed = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).position === "fixed" || isFixed(element.parentElement));
  return [...document.querySelectorAll("button, a, input")]
    .filter(
      (control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && isFixed(control),
    )
    .filter((control) => {
      const { left, right } = control.getBoundingClientRect();
      return left < -1 || right > window.innerWidth + 1;
    })
    .map((control) => control.outerHTML.slice(0, 120));
}

type Target = { path: string; viewer: Viewer; realm?: string };
type Options = Parameters<Browser["newContext"]>[0];

/** Opens a page as a viewer. Each visitor gets a new context, because visitors may leave cookies. */
async function open(browser: Browser, target: Target, options: Options = {}): Promise<Page> {
  const { viewer, realm = "se", path } = target;
  const origin = realmUrl(product, realm);
  const key = `${viewer}.${realm} ${JSON.stringify(options)}`;
  const known = viewer === "visitor" ? undefined : contexts.get(key);
  const context = known ?? (await browser.newContext(options));
  if (!known) await contexts.get(key)?.close();
  contexts.set(key, context);
  if (!known) await context.addCookies(await sessionOf(origin, viewer, realm));
  const page = await context.newPage();
  await openPage(page, origin + path);
  return page;
}
