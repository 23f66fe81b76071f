import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { familyScreens } from "./family-screens";
import { panelScreens } from "./panel-screens";
import type { Screen } from "./screen";

export type { Screen };

const openMenu = async (page: Page) => {
  await page.locator("header details:last-of-type > summary").last().click();
};

/** Ensures an email in the outbox: the first screenshot requests one, later ones reuse it. */
const askForLink = async (page: Page) => {
  const outbox = page.url();
  if ((await page.locator("article a[href*=confirm-email]").count()) > 0) return;
  await page.goto(new URL("/profile", outbox).href);
  await page.locator("details:has([name=email]) summary").click();
  await page.locator("[name=email]").fill("another@home.example");
  await page.locator("form:has([name=email]) [name=currentPassword]").fill("demo-Passw0rd");
  await page.locator("form:has([name=email]) button[type=submit]").click();
  await page.locator("details:has([name=email]):not([open])").waitFor();
  await page.goto(outbox);
};

const openFirstChild = async (page: Page) => {
  await page.locator("#children li a").first().click();
  await page.waitForURL(/children\/[0-9a-f-]{36}$/);
};

const joinDevice = async (page: Page) => {
  await openFirstChild(page);
  await page.locator("a[href$='/device']").click();
  await page.waitForURL(/device$/);
};

const showDeviceCode = async (page: Page) => {
  await joinDevice(page);
  await page.locator("main form button").click();
  await page.locator("svg[role=img]").waitFor();
};

const askToRemoveChild = async (page: Page) => {
  await openFirstChild(page);
  await page.locator("a[href$='/remove']").click();
  await page.waitForURL(/remove$/);
};

/** An unpaid account: waits for the provider's card form. */
const signUp = async (page: Page) => {
  const values = {
    firstname: "Ida",
    lastname: "Berg",
    email: `${randomUUID()}@home.example`,
    password: "lantern-otter-7",
  };
  for (const [name, value] of Object.entries(values)) await page.locator(`input[name=${name}]`).fill(value);
  await page.locator("input[name=priceId][value^=price_family_month]").check();
  await page.locator("input[name=privacy]").check();
  await page.locator("form:has([name=privacy]) button").last().click();
  await page.waitForURL("**/signup/payment");
  await page.locator("iframe").first().contentFrame().locator("[autocomplete=cc-csc]").waitFor();
  await page.getByRole("button", { name: /^Betala/, disabled: false }).waitFor();
};

/** Selects two people in a list, so that the bulk bar is shown. */
const chooseTwo = async (page: Page) => {
  await page.locator("tbody input[name=ids]").first().check();
  await page.locator("tbody input[name=ids]").nth(1).check();
};

const askAgain = async (page: Page, action: string) => {
  await chooseTwo(page);
  await page.locator(`button[name=act][value=${action}]`).click();
  await page.locator("button[name=confirmed]").waitFor();
};

/** The reader's bars hide automatically; the pointer in the upper one keeps them visible. */
const showBars = async (page: Page) => {
  await page.locator("[data-reader][data-state=shown]").waitFor();
  await page.mouse.move(200, 20);
  await page.getByRole("button", { name: "Stäng", exact: true }).focus();
};

const press = async (page: Page, name: string) => {
  await showBars(page);
  await page.getByRole("button", { name, exact: true }).click();
};

/** The load state to wait for: a book's audio keeps the reader's network busy permanently. */
export function loadStateOf({ path }: Pick<Screen, "path">): "load" | "networkidle" {
  return /^\/(reader|try)\//.test(path) ? "load" : "networkidle";
}

export const screens: Screen[] = [
  { name: "landing", path: "/", viewer: "visitor" },
  { name: "landing-france", isFurtherState: true, path: "/", viewer: "visitor", realm: "fr" },
  { name: "landing-germany", isFurtherState: true, path: "/", viewer: "visitor", realm: "de" },
  { name: "landing-us", isFurtherState: true, path: "/", viewer: "visitor", realm: "us" },
  { name: "landing-menu", isFurtherState: true, path: "/", viewer: "visitor", prepare: openMenu },
  { name: "login", path: "/login", viewer: "visitor" },
  {
    name: "login-refused",
    isFurtherState: true,
    path: "/login",
    viewer: "visitor",
    prepare: async (page) => {
      await page.locator("[name=username]").fill("student.se");
      await page.locator("[name=password]").fill("not-this-one");
      await page.locator("[name=password]").press("Enter");
      await page.locator("[role=alert]").first().waitFor();
    },
  },
  { name: "login-qr", path: "/login/qr", viewer: "visitor" },
  { name: "login-device", path: "/login/device", viewer: "visitor" },
  { name: "login-pictures", path: "/login/pictures", viewer: "visitor" },
  { name: "login-card", path: "/login/ak-bibliotheken", viewer: "visitor" },
  { name: "login-forgot", path: "/login/forgot", viewer: "visitor" },
  {
    name: "login-forgot-sent",
    isFurtherState: true,
    path: "/login/forgot?sent=true&username=teacher.se",
    viewer: "visitor",
  },
  { name: "login-new-password-invalid", isFurtherState: true, path: "/login/new-password", viewer: "visitor" },
  { name: "signup", path: "/signup", viewer: "visitor" },
  { name: "signup-payment", path: "/signup", viewer: "visitor", isWhole: true, prepare: signUp },
  { name: "signup-success-nothing", isFurtherState: true, path: "/signup/success", viewer: "visitor" },
  { name: "subscription", path: "/subscription", viewer: "family" },
  { name: "withdraw", path: "/withdraw", viewer: "visitor" },
  { name: "cancel-contract", path: "/cancel-contract", viewer: "visitor", realm: "de" },
  { name: "profile-delete", path: "/profile/delete", viewer: "family" },
  { name: "not-found", path: "/there-is-no-such-page", viewer: "visitor" },
  { name: "privacy", path: "/privacy", viewer: "visitor" },
  { name: "legal-cookies", path: "/legal/cookies", viewer: "visitor" },
  { name: "legal-terms", path: "/legal/terms", viewer: "visitor" },
  { name: "legal-terms-super", isFurtherState: true, path: "/legal/terms", viewer: "super" },
  { name: "sample", path: "/try/lyktan", viewer: "visitor", prepare: showBars },
  { name: "services-student", path: "/", viewer: "student" },
  { name: "services-admin", isFurtherState: true, path: "/", viewer: "admin" },
  { name: "services-family", isFurtherState: true, path: "/", viewer: "family" },
  { name: "who-is-reading", path: "/who-is-reading", viewer: "family" },
  { name: "child-new", path: "/profile/children/new", viewer: "family" },
  { name: "child", path: "/profile", viewer: "family", prepare: openFirstChild },
  { name: "child-device", path: "/profile", viewer: "family", prepare: joinDevice },
  { name: "child-device-code", path: "/profile", viewer: "family", prepare: showDeviceCode },
  { name: "child-remove", path: "/profile", viewer: "family", prepare: askToRemoveChild },
  { name: "services-menu", path: "/", viewer: "admin", prepare: openMenu },
  {
    name: "services-drawer",
    isFurtherState: true,
    path: "/",
    viewer: "admin",
    prepare: (page) => page.locator("header details > summary").first().click(),
  },
  { name: "bookshelf", path: "/bookshelf", viewer: "student" },
  { name: "assignments", path: "/assignments", viewer: "student" },
  {
    name: "assignment",
    path: "/assignments",
    viewer: "student",
    prepare: async (page) => {
      await page.locator("main a[href^='/assignments/']").first().click();
      await page.waitForURL(/assignments\/[0-9a-f-]{36}$/);
    },
  },
  { name: "book", path: "/books/lyktan", viewer: "student" },
  { name: "book-for-staff", path: "/books/abeilles", viewer: "teacher" },
  { name: "bookshelf-own", isFurtherState: true, path: "/bookshelf?place=mine", viewer: "student" },
  { name: "bookshelf-search", isFurtherState: true, path: "/bookshelf?q=s", viewer: "student" },
  { name: "bookshelf-nothing", isFurtherState: true, path: "/bookshelf?q=there+is+no+such+book", viewer: "student" },
  { name: "profile-teacher", path: "/profile", viewer: "teacher" },
  { name: "profile-student", isFurtherState: true, path: "/profile", viewer: "student" },
  {
    name: "profile-change-email",
    path: "/profile",
    viewer: "family",
    prepare: async (page) => {
      await page.locator("details:has([name=email]) summary").click();
      await page.locator("[name=email]").fill("not-an-address");
      await page.locator("form:has([name=email]) [name=currentPassword]").fill("wrong");
      await page.locator("form:has([name=email]) button[type=submit]").click();
      await page.locator("[name=email][aria-invalid]").waitFor();
    },
  },
  { name: "delete-account", path: "/profile/delete", viewer: "family" },
  { name: "restore-account-invalid", isFurtherState: true, path: "/restore-account", viewer: "visitor" },
  { name: "settings", path: "/settings", viewer: "student" },
  { name: "settings-france", isFurtherState: true, path: "/settings", viewer: "teacher", realm: "fr" },
  { name: "confirm-email-invalid", isFurtherState: true, path: "/confirm-email", viewer: "visitor" },
  { name: "outbox", path: "/outbox", viewer: "family", prepare: (page) => askForLink(page) },
  {
    name: "confirm-email",
    path: "/outbox",
    viewer: "family",
    prepare: async (page) => {
      await askForLink(page);
      await page.locator("article a[href*=confirm-email]").first().click();
      await page.locator("main form button").waitFor();
    },
  },
  {
    name: "reader-languages",
    isFurtherState: true,
    path: "/reader/lyktan",
    viewer: "student",
    prepare: (page) => press(page, "Språk"),
  },
  {
    name: "reader-submissions",
    path: "/reader/lyktan",
    viewer: "student",
    prepare: async (page) => {
      await press(page, "Uppgifter");
      await page.getByRole("complementary", { name: "Uppgifter" }).waitFor();
      await page.locator("[data-reader][data-beside]").waitFor();
      // The assignments do not keep the bars visible, and bars that fade have too little contrast.
      await showBars(page);
    },
  },
  {
    name: "reader-bookmarks",
    path: "/reader/lyktan",
    viewer: "student",
    prepare: async (page) => {
      await press(page, "Bokmärken");
      await page.locator("aside li").first().waitFor();
    },
  },
  {
    name: "reader-notes",
    path: "/reader/lyktan",
    viewer: "student",
    prepare: async (page) => {
      await press(page, "Bokmärken");
      await page.getByRole("tab", { name: "Anteckningar" }).click();
      await page.getByRole("tabpanel").locator("p, li").first().waitFor();
    },
  },
  {
    name: "reader-selection",
    path: "/reader/lyktan",
    viewer: "student",
    prepare: async (page) => {
      await page.locator("[data-reader][data-state=shown]").waitFor();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("s");
      await page.getByRole("complementary", { name: "Markerad text" }).waitFor();
    },
  },
  {
    name: "reader-words",
    path: "/reader/lyktan",
    viewer: "student",
    prepare: async (page) => {
      await press(page, "Innehåll");
      await page.getByRole("tab", { name: "Mina ord" }).click();
      await page.getByRole("tabpanel").locator("p, li").first().waitFor();
    },
  },
  {
    name: "reader-word",
    path: "/reader/lyktan",
    viewer: "student",
    prepare: async (page) => {
      await page.locator("[data-reader][data-state=shown]").waitFor();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("s");
      await page.getByRole("button", { name: "Förklara ordet" }).click();
      await page.getByRole("complementary", { name: /^Ord: / }).waitFor();
    },
  },
  {
    name: "reader-add-bookmark",
    path: "/reader/lyktan",
    viewer: "student",
    prepare: async (page) => {
      await press(page, "Nytt bokmärke");
      await page.locator("input:focus").waitFor();
    },
  },
  { name: "reader-text", path: "/reader/the-clock-mender", viewer: "student", prepare: showBars },
  {
    name: "reader-settings",
    path: "/reader/the-clock-mender",
    viewer: "student",
    prepare: (page) => press(page, "Inställningar"),
  },
  { name: "test-player", path: "/reader/test-player", viewer: "student" },
  { name: "people-list", path: "/controlpanel/students", viewer: "admin" },
  { name: "people-list-chosen", path: "/controlpanel/students", viewer: "admin", prepare: (page) => chooseTwo(page) },
  {
    name: "people-list-arrange",
    isFurtherState: true,
    path: "/controlpanel/students?menu=arrange&groupBy=groups&sortBy=name,username&sortDesc=false,false&itemsPerPage=25",
    viewer: "admin",
  },
  { name: "people-list-views", isFurtherState: true, path: "/controlpanel/students?menu=views", viewer: "admin" },
  {
    name: "manage-arrange",
    isFurtherState: true,
    path: "/controlpanel/beta/manage?tab=organizations&menu=arrange&groupBy=type",
    viewer: "super",
  },
  {
    name: "bulk-delete",
    path: "/controlpanel/students",
    viewer: "admin",
    prepare: (page) => askAgain(page, "delete"),
  },
  {
    name: "bulk-move",
    isFurtherState: true,
    path: "/controlpanel/students",
    viewer: "admin",
    prepare: (page) => askAgain(page, "move"),
  },
  {
    name: "job-badges",
    path: "/controlpanel/students",
    viewer: "admin",
    prepare: async (page) => {
      await askAgain(page, "badges");
      await page.locator("button[name=confirmed]").click();
      await page.locator("a[download]").waitFor();
    },
  },
  ...panelScreens,
  ...familyScreens,
  { name: "jobs", path: "/controlpanel/jobs", viewer: "admin" },
  { name: "jobs-none", isFurtherState: true, path: "/controlpanel/jobs", viewer: "teacher" },
  { name: "families", path: "/controlpanel/families", viewer: "super" },
  { name: "family-statements", path: "/controlpanel/families/statements", viewer: "super" },
  { name: "new-book", path: "/controlpanel/books/new", viewer: "super" },
  { name: "catalogue", path: "/controlpanel/books", viewer: "super" },
  { name: "catalogue-book", path: "/controlpanel/books/lyktan", viewer: "super" },
];
