import type { Page } from "@playwright/test";
import { openPage } from "./open-page";
import type { Screen } from "./screen";
import { demoPassword } from "./sign-in";
import { enterCard, familyPassword, registerFamily } from "./sign-up-form";

/** Screens that need a family of their own: a child reads, a tablet is joined, a plan is bought. */

/** Another browser, which begins on the page's site. */
async function anotherBrowser(page: Page): Promise<Page> {
  const browser = page.context().browser();
  if (!browser) throw new Error("The page belongs to no browser");
  return (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
}

const onSite = (page: Page, path: string) => openPage(page, new URL(path, page.url()).href);

/** Signs up a family on trial with one child. */
async function beginFamily(page: Page): Promise<void> {
  await registerFamily(page, new URL("/signup", page.url()).href);
  await page.getByRole("button", { name: "Börja provperioden" }).click();
  await page.getByRole("button", { name: "Börja läsa" }).click();
  await page.waitForURL("**/bookshelf");
  await onSite(page, "/profile/children/new");
  await page.getByLabel("Namn").fill("Léon");
  await page.getByRole("button", { name: "Lägg till barnet" }).click();
  await page.waitForURL("**/profile*");
}

async function chooseChild(page: Page): Promise<void> {
  await onSite(page, "/who-is-reading");
  await page.getByRole("button", { name: "Léon" }).click();
  await page.waitForURL("**/bookshelf");
}

async function askForPin(page: Page): Promise<void> {
  await beginFamily(page);
  await page.locator("#parent-pin [name=pin]").fill("4711");
  await page.locator("#parent-pin form:has([name=pin]) [name=currentPassword]").fill(familyPassword);
  await page.locator("#parent-pin form:has([name=pin]) button:not([type=button])").click();
  await page.locator("#parent-pin [value=remove-parent-pin]").waitFor({ state: "attached" });
  await chooseChild(page);
  await onSite(page, "/profile");
  await page.waitForURL("**/who-is-reading/parent?*");
}

async function enterWrongPin(page: Page): Promise<void> {
  await askForPin(page);
  await page.locator("[name=pin]").fill("0000");
  await page.locator("[name=pin]").press("Enter");
  await page.locator("[name=pin][aria-invalid]").waitFor();
}

const openWithheld = (path: string) => async (page: Page) => {
  await beginFamily(page);
  await onSite(page, "/books/lyktan");
  await page.getByRole("button", { name: "Inte för Léon" }).click();
  await page.getByRole("button", { name: "Tillåt igen för Léon" }).waitFor();
  await chooseChild(page);
  await onSite(page, path);
};

/** Joins the page as a child's tablet. @returns the parent's page */
async function joinTablet(page: Page): Promise<Page> {
  const parent = await anotherBrowser(page);
  await parent.goto("/");
  await beginFamily(parent);
  await parent.locator("#children li a").first().click();
  await parent.locator("a[href$='/device']").click();
  await parent.waitForURL(/device$/);
  await parent.locator("main form button").click();
  const code = (await parent.locator("p.font-mono").textContent()) ?? "";
  await onSite(page, "/login/device");
  await page.locator("[name=code]").fill(code);
  await page.locator("form:has([name=code]) button[type=submit]").click();
  await page.waitForURL("**/bookshelf");
  return parent;
}

async function endTablet(page: Page): Promise<void> {
  const parent = await joinTablet(page);
  await onSite(parent, "/profile");
  await parent.locator("#devices form:has([name=id]) button").click();
  await parent.locator("#devices form:has([name=id])").waitFor({ state: "detached" });
  await parent.context().close();
  await onSite(page, "/bookshelf");
  await page.waitForURL("**/login/device");
}

/** Opens a family that has bought a plan. */
async function openFamily(page: Page): Promise<void> {
  const parent = await anotherBrowser(page);
  const email = await registerFamily(parent);
  await enterCard(parent, "4242424242424242", /^Betala/);
  await parent.getByRole("button", { name: "Börja läsa" }).click();
  await parent.waitForURL("**/bookshelf");
  await parent.context().close();
  await onSite(page, "/controlpanel/families");
  await page.locator("form:has([value=search]) [name=q]").fill(email);
  await page.locator("button[name=intent][value=search]").click();
  await page.waitForURL(/families\/[0-9a-f-]{36}$/);
}

const openRefund = async (page: Page) => {
  await openFamily(page);
  await page.locator("main a[href*='/refund/']").first().click();
  await page.locator("[name=how]").first().waitFor();
};

const confirmRefund = async (page: Page) => {
  await openRefund(page);
  await page.locator("[name=how][value=all]").check();
  await page.locator("[name=reason]").fill("Boken saknades");
  await page.locator("button[name=intent][value=review]").click();
  await page.locator("[name=currentPassword]").fill(demoPassword);
};

const openExtension = async (page: Page) => {
  await openFamily(page);
  await page.locator("main a[href$='/extend']").first().click();
  await page.locator("[name=days]").waitFor();
};

const confirmExtension = async (page: Page) => {
  await openExtension(page);
  await page.locator("[name=days]").fill("14");
  await page.locator("[name=reason]").fill("En vecka utan ljud");
  await page.locator("button[name=intent][value=review]").click();
  await page.locator("[name=currentPassword]").waitFor();
};

const findNobody = async (page: Page) => {
  await page.locator("form:has([value=search]) [name=q]").fill("nobody@home.example");
  await page.locator("button[name=intent][value=search]").click();
  await page.getByText("Ingen familj hittades").waitFor();
};

const families = { path: "/controlpanel/families", viewer: "super", isWhole: true } as const;
const newFamily = { path: "/", viewer: "visitor" } as const;

export const familyScreens: Screen[] = [
  { name: "family-pin", ...newFamily, prepare: askForPin },
  { name: "family-pin-wrong", isFurtherState: true, ...newFamily, prepare: enterWrongPin },
  { name: "family-book-withheld", ...newFamily, prepare: openWithheld("/books/lyktan") },
  { name: "family-reader-withheld", ...newFamily, prepare: openWithheld("/reader/lyktan") },
  { name: "family-tablet-joined", ...newFamily, prepare: async (page) => void (await joinTablet(page)) },
  { name: "family-tablet-ended", ...newFamily, prepare: endTablet },
  { name: "families-none", ...families, prepare: findNobody },
  { name: "families-family", ...families, prepare: openFamily },
  { name: "families-refund", ...families, prepare: openRefund },
  { name: "families-refund-confirm", ...families, prepare: confirmRefund },
  { name: "families-extension", ...families, prepare: openExtension },
  { name: "families-extension-confirm", ...families, prepare: confirmExtension },
];
