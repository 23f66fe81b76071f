import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { inRoot, root } from "./project.mjs";

/** Modules of the page that the service worker serves when the device is offline. */
const shellModules = ["app/entry.client.tsx", "app/root.tsx", "app/routes/reader.offline.tsx"];
/** Translations that the page needs, in every language, since the user can change it. */
const shellTexts = /^locales\/[^/]+\/(ui|shell|reader|offline)\.json$/;
/** Modules reachable from that page that need the network. */
const notOffline = /submissions-panel\.client/;

/**
 * Paths of all files that the offline page may load, from Vite's manifest of the build.
 * @typedef {{ file: string, isEntry?: boolean, imports?: string[], dynamicImports?: string[], css?: string[], assets?: string[] }} Chunk
 * @param {Record<string, Chunk>} manifest
 * @returns {string[]} sorted, each with a leading slash
 */
export function shellFiles(manifest) {
  const files = new Set();
  const visited = new Set();
  const add = (key) => {
    const chunk = manifest[key];
    if (!chunk || visited.has(key) || notOffline.test(key)) return;
    visited.add(key);
    if (key.startsWith("locales/") && !shellTexts.test(key)) return;
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(`/${file}`);
    for (const other of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) add(other);
  };
  for (const module of shellModules) {
    const key = Object.keys(manifest).find((each) => each === module || each.startsWith(`${module}?`));
    if (!key) throw new Error(`The build has no ${module}`);
    add(key);
  }
  return [...files].sort();
}

/** Bundles build/client/service-worker.js with the list of those files. File names contain a hash of their contents. */
export async function buildServiceWorker(bundle) {
  const client = inRoot("build/client");
  const manifest = JSON.parse(readFileSync(inRoot("build/.vite/client-manifest.json"), "utf8"));
  const remixManifest = readdirSync(`${client}/assets`).filter((name) => /^manifest-.*\.js$/.test(name));
  const files = [...shellFiles(manifest), ...remixManifest.map((name) => `/assets/${name}`)];
  const missing = files.filter((file) => !existsSync(client + file));
  if (missing.length > 0) throw new Error(`The offline page needs files that were not built: ${missing.join(", ")}`);
  await bundle({
    absWorkingDir: root,
    entryPoints: [inRoot("app/offline/service-worker.ts")],
    outfile: `${client}/service-worker.js`,
    bundle: true,
    minify: true,
    format: "iife",
    platform: "browser",
    target: "es2022",
    alias: { "~": inRoot("app") },
    define: {
      "process.env.NODE_ENV": '"production"',
      __SHELL_FILES__: JSON.stringify(files),
      __SHELL_BUILD__: JSON.stringify(createHash("sha256").update(files.join()).digest("hex").slice(0, 16)),
    },
    logLevel: "warning",
  });
}
