import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The folder with package.json. This module uses only Node, since it runs before packages are installed. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

export function inRoot(...parts) {
  return path.join(root, ...parts);
}

export function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Exits with a one-line message when Node is too old; otherwise newer syntax would fail with an obscure error. */
export function requireNode() {
  const wanted = readJson(inRoot("package.json")).engines.node.replace(/[^0-9.]/g, "");
  const [major, minor] = process.versions.node.split(".").map(Number);
  const [wantedMajor, wantedMinor] = wanted.split(".").map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  console.error(`Fabel needs Node ${wanted} or newer; this is ${process.versions.node}`);
  process.exit(1);
}
