import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, chromium, type Page } from "@playwright/test";

/**
 * `npx tsx packages/demo-library/build/check-books.ts [--pictures FOLDER] [slug…]`: holds the built books against epubcheck and axe,
 * and fixed pages against their frame and the contrast of their text. Needs java, epubcheck, unzip and a Chromium.
 */
const run = promisify(execFile);
const content = fileURLToPath(new URL("..", import.meta.url));
const epubcheck = process.env.EPUBCHECK_JAR ?? "/usr/share/java/epubcheck.jar";
const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];
/** Book text asks for this contrast (WCAG AAA), under all but a few of the pixels behind it. */
const leastContrast = 7;
const margin = 12;

async function runEpubcheck(file: string): Promise<string[]> {
  const { stdout, stderr } = await run("java", ["-jar", epubcheck, file], { maxBuffer: 1e8 }).catch((error) => error);
  return `${stdout}\n${stderr}`.split("\n").filter((line) => /^(FATAL|ERROR|WARNING|INFO)/.test(line));
}

async function runAxe(page: Page, name: string): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  // A leaf in the middle of a picture book has no title of its own, nor may it pretend to have one.
  const isInnerPage = (await page.locator(".words").count()) > 0 && (await page.locator("h1").count()) === 0;
  const { violations } = await (isInnerPage ? axe.disableRules("page-has-heading-one") : axe).analyze();
  return violations.map(
    ({ id, impact, nodes }) => `${name}: axe ${id} (${impact}), ${nodes.length} places: ${nodes[0]?.html}`,
  );
}

interface TextBlock {
  language: string;
  colour: string;
  box: { x: number; y: number; width: number; height: number };
}

async function textBlocks(page: Page): Promise<TextBlock[]> {
  return page.evaluate(() => {
    const blocks = [...document.querySelectorAll<HTMLElement>(".words")];
    return blocks.map((block) => {
      for (const other of blocks) other.hidden = other !== block;
      const { x, y, width, height } = block.getBoundingClientRect();
      return {
        language: block.dataset.language ?? "",
        colour: getComputedStyle(block).color,
        box: { x, y, width, height },
      };
    });
  });
}

/** The contrast that 97 of 100 pixels behind a block reach with the text's colour. */
async function contrastBehind(page: Page, block: TextBlock, lab: Page): Promise<number> {
  await page.addStyleTag({ content: ".words { visibility: hidden }" });
  const png = await page.screenshot({ clip: block.box });
  return lab.evaluate(
    async ({ data, colour }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d");
      if (!context) return 0;
      context.drawImage(image, 0, 0);
      const { data: pixels } = context.getImageData(0, 0, image.width, image.height);
      const part = (value: number) => (value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);
      const light = (red: number, green: number, blue: number) =>
        0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
      const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
      const text = light(red, green, blue);
      const ratios: number[] = [];
      for (let index = 0; index < pixels.length; index += 4 * 7) {
        const behind = light(pixels[index] ?? 0, pixels[index + 1] ?? 0, pixels[index + 2] ?? 0);
        ratios.push((Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05));
      }
      ratios.sort((a, b) => a - b);
      return ratios[Math.floor(ratios.length * 0.03)] ?? 0;
    },
    { data: png.toString("base64"), colour: block.colour },
  );
}

async function checkFixedPage(page: Page, lab: Page, name: string): Promise<string[]> {
  const frame = await page.evaluate(() => ({ width: document.body.offsetWidth, height: document.body.offsetHeight }));
  await page.setViewportSize(frame);
  const found: string[] = [];
  for (const block of await textBlocks(page)) {
    const { x, y, width, height } = block.box;
    if (x < margin || y < margin || x + width > frame.width - margin || y + height > frame.height - margin) {
      found.push(
        `${name}: the ${block.language} text leaves the page (${[x, y, x + width, y + height].map(Math.round).join(" ")})`,
      );
      continue;
    }
    const contrast = await contrastBehind(page, block, lab);
    if (contrast < leastContrast)
      found.push(`${name}: the ${block.language} text has a contrast of ${contrast.toFixed(1)}`);
  }
  return found;
}

async function takePictures(page: Page, folder: string, slug: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { width, height } of sizes) {
    await page.setViewportSize({ width, height });
    await page.evaluate(
      ([w, h]) => {
        const { body } = document;
        const isFixed = document.querySelector('meta[name="viewport"]') !== null;
        if (isFixed)
          document.documentElement.style.zoom = String(
            Math.min((w ?? 1) / body.offsetWidth, (h ?? 1) / body.offsetHeight),
          );
      },
      [width, height],
    );
    await page.screenshot({ path: join(folder, `${slug}-${name}-${width}.png`) });
    await page.evaluate(() => {
      document.documentElement.style.zoom = "";
    });
  }
}

async function checkBook(browser: Browser, file: string, pictures: string | null): Promise<string[]> {
  const slug = basename(file, ".epub");
  const found = await runEpubcheck(file);
  const folder = await mkdtemp(join(tmpdir(), "fabel-check-"));
  const context = await browser.newContext();
  // tsx wraps compiled functions in a helper that names them, and the page does not have that helper.
  await context.addInitScript("globalThis.__name = (named) => named");
  const lab = await context.newPage();
  await lab.goto("about:blank");
  try {
    await run("unzip", ["-q", file, "-d", folder]);
    const texts = (await readdir(join(folder, "EPUB/text"))).sort().map((name) => `text/${name}`);
    for (const path of [...texts, "nav.xhtml"]) {
      const page = await context.newPage();
      await page.goto(pathToFileURL(join(folder, "EPUB", path)).href);
      const name = basename(path, ".xhtml");
      found.push(...(await runAxe(page, name)));
      if (pictures) await takePictures(page, pictures, slug, name);
      if ((await page.locator(".words").count()) > 0) found.push(...(await checkFixedPage(page, lab, name)));
      await page.close();
    }
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
  return found;
}

async function main(args: string[]): Promise<void> {
  const at = args.indexOf("--pictures");
  const pictures = at < 0 ? null : resolve(args[at + 1] ?? "pictures");
  const named = at < 0 ? args : args.filter((_, index) => index !== at && index !== at + 1);
  const built = join(content, "epub");
  const slugs =
    named.length > 0
      ? named
      : (await readdir(built)).filter((name) => name.endsWith(".epub")).map((name) => basename(name, ".epub"));
  const executablePath = existsSync("/usr/bin/chromium") ? "/usr/bin/chromium" : undefined;
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    for (const slug of slugs.sort()) {
      const found = await checkBook(browser, join(built, `${slug}.epub`), pictures);
      console.log(`${slug}: ${found.length === 0 ? "nothing found" : `${found.length} found`}`);
      for (const line of found) console.log(`  ${line}`);
      if (found.length > 0) process.exitCode = 1;
    }
  } finally {
    await browser.close();
  }
}

await main(process.argv.slice(2));
