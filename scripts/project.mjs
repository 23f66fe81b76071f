import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The folder that holds package.json. Scripts use nothing but Node, since they run before anything is installed. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

export function inRoot(...parts) {
  return path.join(root, ...parts);
}

export function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Ends with one line where this Node is too old; a newer syntax would end with a riddle. */
export function requireNode() {
  const wanted = readJson(inRoot("package.json")).engines.node.replace(/[^0-9.]/g, "");
  const [major, minor] = process.versions.node.split(".").map(Number);
  const [wantedMajor, wantedMinor] = wanted.split(".").map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  console.error(`Fabel needs Node ${wanted} or newer; this is ${process.versions.node}`);
  process.exit(1);
}
