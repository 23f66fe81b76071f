import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { projectRoot } from "#server/project-root";
import { browserOptions } from "../../scripts/browser.mjs";
import { type Session, sessionOf } from "./http-sign-in";
import { waitForHydration } from "./open-page";
import { prepareProduct, startProduct } from "./running-product";
import { loadStateOf, type Screen, screens } from "./screens";
import { settle } from "./settle";
import { realmUrl } from "./sign-in";

/**
 * `npm run pictures [-- NAME…]`: screenshots of every screen, or those whose names have this prefix, at 390, 820 and
 * 1440 px, in light and dark, into the ignored folder `pictures/`. FABEL_URL uses a product that is already running.
 */

const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];
const themes = ["light", "dark"] as const;

const wanted = process.argv.slice(2);
const chosen = screens.filter(({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)));
const folder = path.join(projectRoot, "pictures");

const running = process.env.FABEL_URL;
if (!running) await prepareProduct();
const product = running ? null : await startProduct();
const browser = await chromium.launch(await browserOptions());
try {
  if (wanted.length === 0) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const sessions = new Map<string, Session>();
  for (const screen of chosen) {
    await take(browser, running ?? product?.url ?? "", screen, sessions);
    console.log(screen.name);
  }
} finally {
  await browser.close();
  await product?.stop();
}

async function take(browser: Browser, url: string, screen: Screen, sessions: Map<string, Session>): Promise<void> {
  const realm = screen.realm ?? "se";
  const origin = realmUrl(url, realm);
  const key = `${screen.viewer}.${realm}`;
  const session = sessions.get(key) ?? (await sessionOf(origin, screen.viewer, realm));
  sessions.set(key, session);
  for (const viewport of sizes) {
    for (const colorScheme of themes) {
      const context = await browser.newContext({ viewport, colorScheme });
      await context.addCookies(session);
      const page = await context.newPage();
      const file = `${screen.name}-${viewport.width}-${colorScheme}.png`;
      page.on("console", (message) => {
        if (message.type() === "error") console.log(`  ${file}: ${message.text()}`);
      });
      await page.goto(origin + screen.path, { waitUntil: loadStateOf(screen) });
      await waitForHydration(page);
      await screen.prepare?.(page);
      await settle(page);
      await page.screenshot({
        path: path.join(folder, file),
        fullPage: screen.isWhole ?? screen.prepare === undefined,
      });
      await context.close();
    }
  }
}
