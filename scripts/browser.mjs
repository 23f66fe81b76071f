import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { command } from "./install.mjs";
import { inRoot } from "./project.mjs";

/** Installed browsers in order of preference; Playwright's own is the fallback. */
const systemBrowsers = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** The path of an installed Chromium, or null. */
async function findBrowser() {
  for (const folder of ["/usr/bin", "/usr/local/bin", "/snap/bin"]) {
    for (const name of systemBrowsers) if (existsSync(`${folder}/${name}`)) return `${folder}/${name}`;
  }
  const { chromium } = await import("@playwright/test");
  const own = chromium.executablePath();
  return own && existsSync(own) ? own : null;
}

/** Options for Playwright's launch(): as root, Chromium starts only without its sandbox. */
export async function browserOptions() {
  const executablePath = (await findBrowser()) ?? undefined;
  return { executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] };
}

/** Installs a browser if there is none: as root with apt the system's package, else Playwright's download. @returns whether there is one */
export async function ensureBrowser() {
  if (await findBrowser()) return true;
  const ways = [
    [
      "Playwright's own browser",
      process.execPath,
      [inRoot("node_modules/@playwright/test/cli.js"), "install", "chromium"],
    ],
  ];
  if (process.getuid?.() === 0 && hasApt()) {
    ways.unshift([
      "the system's chromium",
      "sh",
      ["-c", "apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-liberation"],
    ]);
  }
  for (const [name, program, args] of ways) {
    console.log(`Installing ${name} …`);
    try {
      await command(program, args, { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
    } catch (error) {
      console.log(`  that did not work: ${error.message}`);
    }
    if (await findBrowser()) return true;
  }
  console.log("There is no browser: install Chromium, e.g. `apt-get install chromium`, and run npm test again");
  return false;
}

function hasApt() {
  try {
    execFileSync("apt-get", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
