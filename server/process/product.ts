import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import { announceWait } from "#server/data-dir/announce-wait";
import { type DatabaseUrls, type HeldDataDir, holdDataDirOnceFree } from "#server/data-dir/data-dir";
import { type Listening, listen } from "#server/http/listen";
import { createMetrics } from "#server/http/metrics";
import { createPipeline } from "#server/http/pipeline";
import { openLog, type ProcessLog } from "#server/http/process-log";
import type { BrowserFiles } from "#server/http/static-files";
import { migrateAll, type RunningDatabases, startDatabases } from "#server/postgres/databases";
import { demoBooksFolder, projectRoot } from "#server/project-root";
import { StartRefused } from "#server/start-refused";
import { cacheUses } from "~/caching/create-cache";
import type { ProcessBackend } from "~/composition/process-backend.server";
import type { Environment } from "~/environment.server";
import { environmentWarnings } from "./environment-warnings";
import { stopWithNpm } from "./npm-parent";
import { startEnvironment } from "./start-environment";
import { startTestPayments } from "./test-payments";

/** Milliseconds within which two signals count as one: npm forwards a signal that the terminal has already sent to the process. */
const sameBreath = 2000;

type StopSignals = {
  /** Called for the first SIGTERM or Ctrl-C. */
  onStop(reason: NodeJS.Signals): void;
  /** Called for a further one, from an impatient operator. */
  onHurry(): void;
};

/** The pages' build, and the source of the browser's files. */
export type PagesBuild = {
  build(): Promise<ServerBuild>;
  files: BrowserFiles;
  close(): Promise<void>;
};

export type ProductOptions = {
  /** Write the request log to DATA_DIR/fabel.log instead of standard output. */
  logToFile: boolean;
  pages(listening: Listening): Promise<PagesBuild>;
  /** Whether to warn when no public origin is configured. */
  isForOthers?: boolean;
};

/** Milliseconds to wait for requests in flight after a stop signal. */
const stopPatience = 30_000;

/**
 * Starts the product, in order: lock DATA_DIR, bind the port, start PostgreSQL, migrate and seed the databases, load the pages. Stops
 * without losing work, in this order: requests in flight, jobs, pools, PostgreSQL, port, traces, DATA_DIR.
 * docs/decisions/0002-own-server-process.md.
 */
export async function runProduct(options: ProductOptions): Promise<void> {
  const stopWatching = stopWithNpm();
  const environment = startEnvironment();
  const held = await holdOrRefuse(environment);
  for (const line of environmentWarnings(process.env, environment, options.isForOthers ?? false)) console.warn(line);
  const undo: Array<() => Promise<void> | void> = [() => held.release()];
  const { log, close: closeLog } = openLog(options.logToFile ? path.join(environment.dataDir, "fabel.log") : null);
  undo.push(closeLog);
  const tracing = await startTracing(environment, (line) => log.warn(line));
  undo.push(tracing.stop);
  // An unhandled rejection of one request must not end the requests of everyone else.
  process.on("unhandledRejection", (error) => log.error({ err: error }, "an unhandled rejection"));
  // An uncaught error ends the process, since its state is unknown. Log the cause first.
  process.on("uncaughtExceptionMonitor", (error) => {
    log.fatal({ err: error }, "an uncaught error");
    closeLog();
  });
  try {
    const listening = await listen(environment.port, environment.host);
    undo.push(() => listening.close(0));
    const databases = await startDatabases(environment, (error) => loseDatabase(error, log));
    undo.push(() => databases.stop());
    const payments = await startTestPayments(environment, listening.port, log);
    if (payments) undo.push(() => payments.stop());
    const product = await open(
      payments?.environment ?? environment,
      listening,
      databases,
      options,
      log,
      payments?.origin ?? null,
    );
    held.publish({ address: product.address, databaseUrls: databases.urls });
    stopOnSignal(listening, { ...product, stopWatching }, undo, log);
    if (databases.note) console.log(databases.note);
    const hasOrigins = Object.keys(environment.origins).length > 0;
    if (!hasOrigins && isOpenToOthers(environment.host)) console.log(httpsNeeded);
    console.log(`Fabel is ready at ${product.address}`);
  } catch (error) {
    for (const step of undo.reverse()) await step();
    throw error;
  }
}

type OpenProduct = { address: string; beginStopping(): void; close(): Promise<void> };

async function open(
  environment: Environment,
  listening: Listening,
  databases: RunningDatabases,
  options: ProductOptions,
  log: ProcessLog,
  testPayments: string | null,
): Promise<OpenProduct> {
  for (const name of await migrateAll(databases)) log.info({ migration: name }, "migrated");
  exportDatabaseUrls(databases.urls);
  const address = addressOf(environment.host, listening.port);
  const pages = await options.pages(listening);
  const backend = async () => backendOfBuild(await pages.build());
  await seed(environment, await backend());
  await announceWait("the queue of jobs, which another process holds", (await backend()).startJobs());
  let isStopping = false;
  listening.replaceListener(
    createPipeline({
      environment,
      build: pages.build,
      backend,
      files: pages.files,
      log,
      metrics: createMetrics(async () => [...cacheUses(), ...(await backend()).cacheUses()]),
      isStopping: () => isStopping,
      testPayments,
    }),
  );
  return {
    address,
    beginStopping() {
      isStopping = true;
    },
    async close() {
      await (await backend()).close();
      await pages.close();
    },
  };
}

/** Browsers accept our cookies over plain http only on localhost. docs/security.md, line 2. */
const httpsNeeded =
  "On this machine people log in over plain http; from other devices they need an https address: docs/operating.md, TLS and proxies";

function isOpenToOthers(host: string | null): boolean {
  return host === null || !/^(localhost|127\..*|::1)$/.test(host);
}

/** Address of the product for a browser on this machine. */
function addressOf(host: string | null, port: number): string {
  const isEverywhere = host === null || host === "0.0.0.0" || host === "::";
  const name = isEverywhere ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** Puts the connection strings into the environment, where the composition root reads them, also under remix-serve. */
export function exportDatabaseUrls(urls: DatabaseUrls): void {
  process.env.DATABASE_URL_EU = urls.eu;
  process.env.DATABASE_URL_US = urls.us;
}

/** Returns the backend of the pages' build, so that pages and process share one instance. */
export function backendOfBuild(build: ServerBuild): ProcessBackend {
  const entry = build.entry.module as ServerBuild["entry"]["module"] & { processBackend(): ProcessBackend };
  return entry.processBackend();
}

/**
 * Adds the demo data to empty databases, with a message, because the first time takes long. Nothing without DEMO=1.
 * @throws StartRefused if the demonstration is not installed
 */
export async function seed({ demo }: Environment, backend: ProcessBackend): Promise<void> {
  if (demo && !existsSync(demoBooksFolder)) {
    throw new StartRefused("DEMO=1 needs the folder packages/: without it, start with DEMO=0");
  }
  await backend.seed(demoBooksFolder, () => console.log("Adding the demonstration's people and books …"));
}

/** Production pages: the output of `npm run build`. */
export async function builtPages(): Promise<PagesBuild> {
  const folder = path.join(projectRoot, "build");
  const file = path.join(folder, "server/index.js");
  const build = (await import(pathToFileURL(file).href).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ERR_MODULE_NOT_FOUND" && error.message.includes(file)) {
      throw new StartRefused("The product is not built: run npm run build");
    }
    throw error;
  })) as ServerBuild;
  return { build: async () => build, files: { folder: path.join(folder, "client") }, close: async () => {} };
}

async function holdOrRefuse(environment: Environment): Promise<HeldDataDir> {
  const what = `the process that uses ${environment.dataDir} to end`;
  const held = await announceWait(what, holdDataDirOnceFree(environment.dataDir, "serve"));
  if (!("pid" in held)) return held;
  const where = held.address ? ` at ${held.address}` : "";
  throw new StartRefused(
    `${environment.dataDir} is in use by process ${held.pid} (${held.role}${where}): stop it, or set DATA_DIR to another folder`,
  );
}

function loseDatabase(error: Error, log: ProcessLog): void {
  log.fatal({ err: error }, "PostgreSQL is lost");
  console.error(`PostgreSQL ended and did not start again: ${error.message}`);
  process.exitCode = 1;
  process.kill(process.pid, "SIGTERM");
}

function stopOnSignal(
  listening: Listening,
  product: OpenProduct & { stopWatching(): void },
  undo: Array<() => Promise<void> | void>,
  log: ProcessLog,
): void {
  listenForStop({
    async onStop(signal) {
      log.info({ signal }, "stopping");
      // The signal may have ended npm's shell too; a second one would break requests off.
      product.stopWatching();
      product.beginStopping();
      try {
        await listening.close(stopPatience);
        await product.close();
        for (const step of undo.reverse()) await step();
      } catch (error) {
        console.error(error);
        process.exitCode = 1;
      }
      process.exit();
    },
    onHurry: () => listening.breakOff(),
  });
}

/** Listens to the signals that end a process. */
function listenForStop({ onStop, onHurry }: StopSignals): void {
  let first: number | null = null;
  const receive = (signal: NodeJS.Signals) => {
    if (first === null) {
      first = Date.now();
      onStop(signal);
    } else if (Date.now() - first > sameBreath) {
      onHurry();
    }
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, receive);
}

/**
 * Sends the process's traces by OTLP over HTTP where OTEL_EXPORTER_OTLP_ENDPOINT is set. The SDK is loaded only then; without it every span
 * is a no-op of the API. docs/operating.md; docs/decisions/0076-traces.md.
 * @param warn called with one line when traces cannot be sent
 */
async function startTracing(
  { tracesEndpoint, serviceUrls }: Pick<Environment, "tracesEndpoint" | "serviceUrls">,
  warn: (line: string) => void,
): Promise<{ stop(): Promise<void> }> {
  if (tracesEndpoint === null) return { stop: async () => undefined };
  const { startOpenTelemetry } = await import("#server/tracing/open-telemetry");
  const ownUrls = Object.values(serviceUrls).flatMap((url) => url ?? []);
  return startOpenTelemetry({ ownOrigins: new Set(ownUrls.map((url) => new URL(url).origin)), warn });
}
