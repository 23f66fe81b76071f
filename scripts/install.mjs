import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { inRoot, readJson, root } from "./project.mjs";

/** Whether node_modules matches package-lock.json, development packages included. */
function isInstalled() {
  const installed = inRoot("node_modules/.package-lock.json");
  if (!existsSync(installed)) return false;
  const wanted = readJson(inRoot("package-lock.json")).packages;
  const installedPackages = readJson(installed).packages;
  return Object.entries(wanted).every(
    ([place, { version, optional, devOptional, link }]) =>
      !place.startsWith("node_modules/") ||
      optional ||
      devOptional ||
      link ||
      installedPackages[place]?.version === version,
  );
}

/** Runs `npm ci` when needed, and prints its progress, since it takes a minute or two. */
export async function install() {
  if (isInstalled()) return;
  const count = Object.keys(readJson(inRoot("package-lock.json")).packages).length;
  console.log(`Installing packages (${count}, a minute or two) …`);
  const began = Date.now();
  const progress = setInterval(() => {
    console.log(`  ${folders()} folders of packages there after ${Math.round((Date.now() - began) / 1000)} s`);
  }, 5000);
  try {
    await command("npm", ["ci", "--no-audit", "--no-fund", "--include=dev", "--include=optional"]);
  } finally {
    clearInterval(progress);
  }
}

function folders() {
  const folder = inRoot("node_modules");
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith(".")).length : 0;
}

/** Runs a program in the project's folder with inherited output; rejects when it fails. */
export function command(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: "inherit", ...options });
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} ${args.join(" ")} ended with ${signal ?? code}`));
    });
  });
}
