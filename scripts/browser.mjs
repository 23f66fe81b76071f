import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { command } from "./install.mjs";
import { inRoot } from "./project.mjs";

/** Chromium without the parts that only a window needs: browser tests take a third less processor time in it. */
const headlessShell = "chromium-headless-shell";
/** Installed browsers in order of preference; Playwright's own is the fallback. */
const systemBrowsers = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", headlessShell];

/** The path of a program that the system's packages installed, or undefined. */
function findInSystem(names) {
  const paths = ["/usr/bin", "/usr/local/bin", "/snap/bin"].flatMap((folder) =>
    names.map((name) => `${folder}/${name}`),
  );
  return paths.find((each) => existsSync(each));
}

/** The path of an installed Chromium, or null. */
async function findBrowser() {
  const ofSystem = findInSystem(systemBrowsers);
  if (ofSystem) return ofSystem;
  const { chromium } = await import("@playwright/test");
  const own = chromium.executablePath();
  return own && existsSync(own) ? own : null;
}

/** Options for Playwright's launch(): as root, Chromium starts only without its sandbox. */
export async function browserOptions() {
  const executablePath = (await findBrowser()) ?? undefined;
  return { executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] };
}

/** The same for browser tests, which prefer the headless shell. Measurements and pictures use the browser that people have. */
export async function testBrowserOptions() {
  const options = await browserOptions();
  return { ...options, executablePath: findInSystem([headlessShell]) ?? options.executablePath };
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
    const install = "apt-get update -qq && apt-get install -y -qq --no-install-recommends fonts-liberation";
    for (const name of ["chromium", headlessShell])
      ways.unshift([`the system's ${name}`, "sh", ["-c", `${install} ${name}`]]);
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
