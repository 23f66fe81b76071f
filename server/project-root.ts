import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The folder that holds package.json, from sources and from the build alike. */
export const projectRoot = findRoot(path.dirname(fileURLToPath(import.meta.url)));

export const migrationsFolder = path.join(projectRoot, "app/db/.server/migrations");

/** The books that the demonstration puts on its shelves. */
export const demoBooksFolder = path.join(projectRoot, "content/epub");

function findRoot(folder: string): string {
  return existsSync(path.join(folder, "package.json")) ? folder : findRoot(path.dirname(folder));
}
