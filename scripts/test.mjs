import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { startBrowserProduct } from "./browser-product.mjs";
import { build } from "./build.mjs";
import { busyShare, shareInUse } from "./busy-machine.mjs";
import { failedInPlaywright, failedInVitest } from "./failed-tests.mjs";
import { slowestFiles, timesInPlaywright } from "./file-times.mjs";
import { install } from "./install.mjs";
import { inRoot, requireNode, root } from "./project.mjs";

/**
 * `npm test`: installs missing packages, then runs every check of a change; a failed check does not stop the later ones.
 * `npm run test:full` adds every state of each screen, more cases of the property tests, and all books of CONFORMANCE_DIR. The last
 * line is `N passed, N failed`, summed over all. A skipped test counts as failed, since it proves nothing.
 */
requireNode();
const isFull = process.argv.includes("--full");
if (isFull) process.env.TEST_FULL = "1";
const reports = inRoot("test-results/reports");
const bin = (name) => inRoot("node_modules/.bin", name);
const sum = { passed: 0, failed: 0 };
const failures = [];
const failedTests = [];
/** Lines with the seconds of each check. */
const stages = [];
const fileTimes = [];
/** Shares of the processors' time that other programs used while no check ran. */
const otherWork = [];
let running = 0;
const began = Date.now();

await install();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

// The compiler keeps one core busy; the other core runs the remaining checks without tests.
await Promise.all([
  check("Types", () => runInOnePiece(bin("tsc"), ["--noEmit"]).then(verdict)),
  (async () => {
    await check("Lint", () => runInOnePiece(bin("biome"), ["check", "--error-on-warnings", "."]).then(verdict));
    const folders = ["app", "server", "scripts", "tests", "packages"];
    await check("Dependency rules", () =>
      runInOnePiece(bin("depcruise"), ["--config", ".dependency-cruiser.cjs", ...folders]).then(verdict),
    );
    await check("Build", () => build().then(() => verdict(0)));
  })(),
]);
await check("Unit tests", () => vitest("unit", []));
await check("Browser", async () => verdict((await ensureBrowser()) ? 0 : 1));
let product = { environment: {}, stop: async () => undefined };
await check("Product for browser tests", async () => {
  product = await startBrowserProduct();
  return verdict(0);
});
await check("Browser tests", playwright);
const folders = conformanceFolders();
if (folders.length > 0) {
  const named = folders.map((folder) => path.relative(root, folder) || ".").join(", ");
  await check(`Conformance on ${named}`, () => conformance(folders));
}
await product.stop();
await check("Process tests", () => vitest("process", ["--config", "vitest.process.config.ts"]));

if (!isFull) console.log("\nnpm run test:full adds the other states of screens, all books, and more property cases");
console.log(`\n── Seconds of each check\n${stages.join("\n")}`);
console.log(`\n── Slowest test files: seconds in all, seconds of loading\n${slowestFiles(fileTimes, 30).join("\n")}`);
for (const { title, reason } of failedTests) console.log(`\nFailed: ${title}\n${reason.replace(/^/gm, "  ")}`);
if (failures.length > 0) console.log(`\nFailed: ${failures.join(", ")}`);
if (Math.max(...otherWork) > busyShare) {
  const percent = `${Math.round(Math.max(...otherWork) * 100)} %`;
  console.log(`Other programs used up to ${percent} of the processors while no check ran: the times say nothing`);
}
console.log(`After ${seconds(began)}`);
console.log(`${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 ? 0 : 1;

/** Runs one check. `work` returns the numbers of passed and failed tests; an error counts as one failure. */
async function check(name, work) {
  console.log(`\n── ${name}`);
  if (running === 0) otherWork.push(await shareInUse());
  running += 1;
  const start = Date.now();
  const { passed, failed } = await work().catch((error) => {
    console.log(error.message);
    return verdict(1);
  });
  running -= 1;
  stages.push(`${String(Math.round((Date.now() - start) / 1000)).padStart(7)}  ${name}`);
  sum.passed += passed;
  sum.failed += failed;
  if (failed > 0) failures.push(`${name} (${failed})`);
  console.log(`── ${name}: ${passed} passed, ${failed} failed, ${seconds(start)}`);
}

function seconds(since) {
  return `${Math.round((Date.now() - since) / 1000)} s`;
}

function verdict(code) {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function run(program, args, environment = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...environment } });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

/** Prints the output when the program has ended, so that the lines of two programs do not mix. */
function runInOnePiece(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (part) => {
        output += part;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => {
      process.stdout.write(output);
      resolve(code ?? 1);
    });
  });
}

function report(name) {
  return JSON.parse(readFileSync(path.join(reports, `${name}.json`), "utf8"));
}

async function vitest(name, args) {
  const file = path.join(reports, `${name}.json`);
  const times = path.join(reports, `${name}-times.json`);
  const reporters = ["default", "json", "./scripts/file-times.mjs"].map((reporter) => `--reporter=${reporter}`);
  const code = await run(bin("vitest"), ["run", ...args, ...reporters, `--outputFile.json=${file}`], {
    FILE_TIMES: times,
  });
  fileTimes.push(...JSON.parse(readFileSync(times, "utf8")));
  const results = report(name);
  failedTests.push(...failedInVitest(results));
  const { numPassedTests, numTotalTests, numFailedTestSuites } = results;
  return honest({ passed: numPassedTests, failed: numTotalTests - numPassedTests }, code, numFailedTestSuites);
}

async function playwright() {
  const file = path.join(reports, "browser.json");
  const code = await run(bin("playwright"), ["test", "--reporter=list,json"], {
    ...product.environment,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const results = report("browser");
  failedTests.push(...failedInPlaywright(results));
  fileTimes.push(...timesInPlaywright(results, "tests/e2e"));
  const { stats } = results;
  return honest({ passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped }, code);
}

/** Counts a run with an exit code but no failed test (an unreadable file, a setup that throws) as failed. */
function honest({ passed, failed }, code, brokenFiles = 0) {
  if (failed > 0) return { passed, failed };
  return { passed, failed: code === 0 ? 0 : Math.max(1, brokenFiles) };
}

/**
 * One run over all folders with the product of the browser tests and one browser. Only results that do not depend on the machine's load
 * count: every book opens on its first page, or is rejected where it must be.
 * The delay of the highlight and the results of third-party tests are only printed; they belong to `docs/conformance.md`.
 */
async function conformance(folders) {
  const file = path.join(reports, "conformance.json");
  rmSync(file, { force: true });
  const code = await run(
    bin("tsx"),
    ["tests/conformance/run.ts", ...folders, "--brief", "--json", file],
    product.environment,
  );
  const lines = report("conformance");
  const failed = lines.filter((line) => line.result === "fail" && !(line.opened && line.firstPage)).length;
  return honest({ passed: lines.length - failed, failed }, code);
}

/** The project's own books; in a full run also those in CONFORMANCE_DIR and its subfolders. */
function conformanceFolders() {
  const given = isFull ? process.env.CONFORMANCE_DIR : undefined;
  const wanted = [inRoot("packages/demo-library/epub"), ...(given ? foldersBelow(path.resolve(given)) : [])];
  return wanted.filter((folder) => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith(".epub")));
}

function foldersBelow(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  return [folder, ...entries.filter((entry) => entry.isDirectory()).map((entry) => path.join(folder, entry.name))];
}
