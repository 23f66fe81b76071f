import { readFile } from "node:fs/promises";
import path from "node:path";

/** Browser scripts by the name in their address. */
export type BrowserFileName = "stripe" | "element";

/**
 * Reads a script of `browser/`: from the build, or, without a build (tests), bundled on first use.
 * @param folder the build's folder; null to bundle
 */
export function createBrowserFiles(folder: string | null): (name: BrowserFileName) => Promise<string> {
  const cache = new Map<BrowserFileName, Promise<string>>();
  return (name) => {
    const known = cache.get(name);
    if (known) return known;
    const made = folder ? readFile(path.join(folder, `${name}.js`), "utf8") : bundle(name);
    cache.set(name, made);
    return made;
  };
}

async function bundle(name: BrowserFileName): Promise<string> {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, "browser", `${name}.ts`)],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
  });
  return outputFiles[0]?.text ?? "";
}
