import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The folder that contains package.json, from sources and from the build. */
export const projectRoot = findRoot(path.dirname(fileURLToPath(import.meta.url)));

export const migrationsFolder = path.join(projectRoot, "app/db/.server/migrations");

/** Demo books. */
export const demoBooksFolder = path.join(projectRoot, "packages/demo-library/epub");

function findRoot(folder: string): string {
  return existsSync(path.join(folder, "package.json")) ? folder : findRoot(path.dirname(folder));
}
