import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Browser, chromium, type Locator, type Page } from "@playwright/test";
import { projectRoot } from "#server/project-root";
import { browserOptions } from "../../scripts/browser.mjs";
import { sessionOf } from "./http-sign-in";
import { inlineRows, workbookBytes } from "./make-workbook";
import { openPage } from "./open-page";
import { prepareProduct, startProduct } from "./running-product";
import { settle } from "./settle";
import { realmUrl, type Viewer } from "./sign-in";

/**
 * `npm run readme-pictures`: the pictures of README.md, from the demonstration of the country `uk`, into `docs/pictures/`. WebP, 1280 px wide,
 * light. FABEL_URL uses a product that is already running.
 */

const viewport = { width: 1280, height: 960 };

type ReadmePicture = { name: string; viewer: Viewer; path: string; prepare(page: Page): Promise<void> };

/** Scrolls an element to a distance from the top of the page's visible part, and waits for the pictures there. */
const scrollTo = async (page: Page, element: Locator, top: number) => {
  await element.evaluate((node, distance) => window.scrollBy(0, node.getBoundingClientRect().top - distance), top);
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > window.innerHeight),
  );
};

/** The books of the shelf that the pupil has not begun. */
const showCovers = async (page: Page) => {
  await page.waitForLoadState("networkidle");
  await scrollTo(page, page.locator("main a[href*='le-phare-de-lou']").last(), 460);
};

/** The reader on the third page of a picture book, while it reads aloud: a sentence is highlighted. */
const listen = async (page: Page) => {
  await page.locator("[data-reader][data-hydrated]").waitFor();
  for (const text of [/^Page 2$/, /^Page 3$/]) {
    await page.keyboard.press("ArrowRight");
    await page.getByText(text).first().waitFor({ state: "attached" });
  }
  await page.keyboard.press("Space");
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLIFrameElement>(".book-spread[data-shown] iframe")].some((frame) =>
      frame.contentDocument?.querySelector("[class~=fabel-active], [class~=-epub-media-overlay-active]"),
    ),
  );
};

/** A class list of nine pupils, of whom one has a wrong address. */
const previewImport = async (page: Page) => {
  const rows = [
    ["Username", "First name", "Last name", "Type", "Email", "Class"],
    ["hannah.ellis", "Hannah", "Ellis", "Pupil", "hannah.ellis@oakfield.example", "Year 3 Maple"],
    ["ben.fletcher", "Ben", "Fletcher", "Pupil", "ben.fletcher(a)oakfield", "Year 3 Maple"],
    ["tomasz.nowak", "Tomasz", "Nowak", "Pupil", "tomasz.nowak@oakfield.example", "Year 3 Maple"],
    ["amara.okafor", "Amara", "Okafor", "Pupil", "amara.okafor@oakfield.example", "Year 3 Maple"],
    ["sofia.rossi", "Sofia", "Rossi", "Pupil", "sofia.rossi@oakfield.example", "Year 3 Willow"],
    ["jacob.price", "Jacob", "Price", "Pupil", "jacob.price@oakfield.example", "Year 3 Willow"],
    ["leila.haddad", "Leila", "Haddad", "Pupil", "leila.haddad@oakfield.example", "Year 3 Willow"],
    ["megan.rees", "Megan", "Rees", "Pupil", "megan.rees@oakfield.example", "Year 3 Willow"],
    ["ravi.sharma", "Ravi", "Sharma", "Pupil", "ravi.sharma@oakfield.example", "Year 3 Willow"],
  ];
  const buffer = Buffer.from(workbookBytes({ sheets: { Pupils: inlineRows(rows) } }));
  const mimeType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  await page.locator("input[name=file]").setInputFiles({ name: "year-3.xlsx", mimeType, buffer });
  await page.locator("form:has(input[name=file]) button").click();
  await page.locator("button[name=intent][value=start]").waitFor({ timeout: 120_000 });
  await openPage(page, `${page.url().split("?")[0]}?all=1`);
  await scrollTo(page, page.getByRole("link", { name: /^All rows/ }), 140);
};

/** What the teacher's class has read. */
const openClass = async (page: Page) => {
  await page.locator("main section a[href*='/controlpanel/groups/']").first().click();
  await page.waitForURL(/groups\/[0-9a-f-]{36}$/);
  await openPage(page, `${page.url()}/reading`);
};

const pictures: ReadmePicture[] = [
  { name: "bookshelf", viewer: "student", path: "/bookshelf", prepare: showCovers },
  { name: "spoken-sentence", viewer: "student", path: "/reader/lyktan?from=start", prepare: listen },
  { name: "import-preview", viewer: "admin", path: "/controlpanel/import", prepare: previewImport },
  { name: "class", viewer: "teacher", path: "/controlpanel", prepare: openClass },
];

const folder = path.join(projectRoot, "docs/pictures");

const running = process.env.FABEL_URL;
if (!running) await prepareProduct();
const product = running ? null : await startProduct();
const browser = await chromium.launch(await browserOptions());
try {
  await mkdir(folder, { recursive: true });
  const wanted = process.argv.slice(2);
  for (const picture of pictures.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const bytes = await take(browser, realmUrl(running ?? product?.url ?? "", "uk"), picture);
    await writeFile(path.join(folder, `${picture.name}.webp`), bytes);
    console.log(`${picture.name}.webp: ${Math.round(bytes.length / 1024)} KB`);
  }
} finally {
  await browser.close();
  await product?.stop();
}

async function take(browser: Browser, origin: string, picture: ReadmePicture): Promise<Buffer> {
  const context = await browser.newContext({ viewport, colorScheme: "light", locale: "en-GB" });
  await context.addCookies(await sessionOf(origin, picture.viewer, "uk"));
  const page = await context.newPage();
  await page.goto(origin + picture.path, { waitUntil: "load" });
  await picture.prepare(page);
  await settle(page);
  const png = await page.screenshot();
  const webp = await asWebp(page, png);
  await context.close();
  return webp;
}

/** Re-encodes a screenshot: Playwright writes PNG and JPEG only, and a page of covers as WebP is a third of its PNG. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  await page.goto("about:blank");
  const base64 = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = `data:image/png;base64,${source}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.82).split(",")[1] ?? "";
  }, png.toString("base64"));
  return Buffer.from(base64, "base64");
}
