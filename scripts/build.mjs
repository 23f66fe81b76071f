import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { command } from "./install.mjs";
import { inRoot, requireNode, root } from "./project.mjs";
import { buildServiceWorker } from "./service-worker.mjs";

/** Inputs of each build; tests beside the code are excluded. */
const sources = {
  pages: [
    "app",
    "packages/demo",
    "public",
    "locales",
    "templates/legal",
    "templates/mail",
    "templates/sms",
    "templates/guides",
    "remix.config.js",
    "vite.config.ts",
    "tsconfig.json",
    "package-lock.json",
    "scripts/service-worker.mjs",
  ],
  process: [
    "server",
    "app",
    "packages/stripe-stand-in",
    "packages/demo",
    "tsconfig.json",
    "package-lock.json",
    "scripts/build.mjs",
  ],
};

/**
 * Builds the pages (build/client, build/server) and the process (build/process), each only when its inputs have changed.
 * `only: "process"` skips the pages.
 */
export async function build({ only } = {}) {
  const quietly = existsSync(inRoot("build"));
  if (only !== "process" && isStale("pages")) {
    // Computed before the build, so that files edited during the build are rebuilt the next time.
    const built = stamp("pages");
    console.log(quietly ? "Building the pages again …" : "Building the pages …");
    await command(
      process.execPath,
      [inRoot("node_modules/@remix-run/dev/dist/cli.js"), "vite:build", "--logLevel", "error"],
      {
        env: { ...process.env, NODE_ENV: "production" },
      },
    );
    const { build: bundle } = await import("esbuild");
    await buildServiceWorker(bundle);
    keepStamp("pages", built);
  }
  if (isStale("process")) {
    const built = stamp("process");
    console.log("Building the server …");
    await buildProcess();
    keepStamp("process", built);
  }
}

/** Programs and threads in server/process: each is built to build/process/NAME.js, which the scripts in package.json run. */
const processEntries = [
  "serve",
  "demo",
  "dev",
  "migrate",
  "seed",
  "books-add",
  "books-narrate",
  "dictionaries-add",
  "ingest-thread",
  "workbook-thread",
];

/** Parts of the demonstration; a product is built without those whose folder is missing. */
const standIn = inRoot("packages/stripe-stand-in/build.mjs");
const demo = inRoot("packages/demo");

async function buildProcess() {
  const { build: bundle } = await import("esbuild");
  rmSync(inRoot("build/process"), { recursive: true, force: true });
  await bundle({
    absWorkingDir: root,
    entryPoints: [...processEntries, ...(existsSync(demo) ? ["seed-large"] : [])].map((name) =>
      inRoot(`server/process/${name}.ts`),
    ),
    outdir: inRoot("build/process"),
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    alias: { "~": inRoot("app"), "#server": inRoot("server"), "#packages": inRoot("packages") },
    sourcemap: "linked",
    logLevel: "warning",
  });
  if (!existsSync(standIn)) return;
  const { buildStandIn } = await import(pathToFileURL(standIn).href);
  await buildStandIn(inRoot("build/process/stripe-stand-in"));
}

function stampFile(part) {
  return inRoot("build", `.${part}-stamp`);
}

function isStale(part) {
  const file = stampFile(part);
  const made = inRoot("build", part === "pages" ? "server/index.js" : "process/serve.js");
  return !existsSync(made) || !existsSync(file) || readFileSync(file, "utf8") !== stamp(part);
}

function keepStamp(part, built) {
  mkdirSync(inRoot("build"), { recursive: true });
  writeFileSync(stampFile(part), built);
}

/** Hash of the contents. File times do not work: clones, checkouts and merges touch files without changing them. */
function stamp(part) {
  const hash = createHash("sha256").update(process.versions.node.split(".")[0]);
  for (const source of sources[part]) addToHash(hash, inRoot(source), source);
  return hash.digest("hex");
}

function addToHash(hash, file, name) {
  if (!existsSync(file)) return;
  const entries = statSync(file).isDirectory() ? readdirSync(file).sort() : null;
  if (entries === null) hash.update(name).update(readFileSync(file));
  else
    for (const entry of entries)
      if (!/\.test\.tsx?$/.test(entry)) addToHash(hash, path.join(file, entry), `${name}/${entry}`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  requireNode();
  await build().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
