import { pathToFileURL } from "node:url";
import { build } from "esbuild";

/** Builds the stand-in: `main.js` for the command line, `child.js` for a parent process, and the browser's scripts in `browser/`. */

const inPackage = (name) => new URL(name, import.meta.url).pathname;

/** @param folder where the files are written; emptied by nobody */
export async function buildStandIn(folder) {
  await build({
    entryPoints: ["main", "child"].map((name) => inPackage(`src/${name}.ts`)),
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    sourcemap: "linked",
    logLevel: "warning",
  });
  await build({
    entryPoints: ["stripe", "element"].map((name) => inPackage(`src/browser/${name}.ts`)),
    outdir: `${folder}/browser`,
    bundle: true,
    minify: true,
    format: "iife",
    platform: "browser",
    target: "es2022",
    logLevel: "warning",
  });
}

const [, program, folder] = process.argv;
if (program && folder && import.meta.url === pathToFileURL(program).href) await buildStandIn(folder);
