import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { type PostgresAccount, postgresAccount } from "./postgres-account";
import { locatePostgres, PostgresUnavailable, useDatabaseOutside } from "./postgres-binaries";
import { postgresSettings } from "./postgres-settings";

/**
 * PostgreSQL as a child of this process, with its data in DATA_DIR, reachable through a Unix socket that only this account can open. It
 * never outlives the process: the kernel interrupts it when the process dies; where the kernel cannot, the next start stops a leftover
 * server. See docs/decisions/0001-embedded-postgresql.md.
 */
export type EmbeddedPostgres = {
  /** Connection string of a database in this cluster; created if missing. */
  database(name: string): Promise<string>;
  /** Connection string of the cluster's own database, as its superuser. */
  adminUrl: string;
  /** Connection string of another database in the cluster, as its superuser. */
  adminUrlOf(name: string): string;
  /** A line for the operator, or null. */
  note: string | null;
  /** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>;
};

type EmbeddedPostgresOptions = {
  /** Data folder; created if missing. */
  folder: string;
  /** Overrides of the product's settings, e.g. `{ fsync: "off" }` for throw-away clusters. */
  settings?: Record<string, string>;
  /** Called if PostgreSQL ended by itself and could not be restarted. */
  onLost?(error: Error): void;
};

/** The role that owns the product's databases; not a superuser, as in production. */
const ownerRole = "fabel";

/** Starts PostgreSQL in a folder; creates or recovers its data first. Throws with a one-line reason. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.folder, { recursive: true });
  const account = postgresAccount(locatePostgres(), path.resolve(options.folder));
  const data = path.join(account.folder, "data");
  await stopLeftover(data);
  if (!existsSync(path.join(data, "PG_VERSION"))) await initialise(account, data);

  const socketFolder = makeSocketFolder(account);
  const settings = { ...postgresSettings, unix_socket_directories: socketFolder, ...options.settings };
  const log = path.join(account.folder, "postgres.log");
  let isStopping = false;
  let child = await launch(account, data, settings, log);
  watch();

  function watch(): void {
    child.once("exit", async () => {
      if (isStopping) return;
      try {
        child = await launch(account, data, settings, log);
        if (isStopping) await endProcess(child);
        else watch();
      } catch (error) {
        options.onLost?.(error as Error);
      }
    });
  }

  const address = (role: string, database: string) =>
    `postgresql://${role}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;
  const adminUrl = address("postgres", "postgres");
  return {
    adminUrl,
    adminUrlOf: (name) => address("postgres", name),
    note: account.note,
    async database(name) {
      await makeDatabase(adminUrl, name);
      return address(ownerRole, name);
    },
    async stop() {
      isStopping = true;
      await endProcess(child);
      rmSync(socketFolder, { recursive: true, force: true });
    },
  };
}

/** A socket's path is limited to 107 bytes, which DATA_DIR and the temporary folder (macOS) can exceed. */
function makeSocketFolder(account: PostgresAccount): string {
  const note = path.join(account.folder, "socket-folder");
  const former = existsSync(note) ? readFileSync(note, "utf8") : "";
  if (/\/fabel-\w{6}$/.test(former)) rmSync(former, { recursive: true, force: true });
  const temporary = os.tmpdir().length <= 60 ? os.tmpdir() : "/tmp";
  const folder = mkdtempSync(path.join(temporary, "fabel-"));
  account.own(folder);
  writeFileSync(note, folder);
  return folder;
}

/** Creates the data folder under another name first, so that an interrupted start leaves no incomplete folder. */
async function initialise(account: PostgresAccount, data: string): Promise<void> {
  const fresh = `${data}.new`;
  let output = "";
  // The builtin locale sorts and folds case the same on every machine; trigrams use the C library's character classes.
  for (const characters of ["C.UTF-8", "en_US.UTF-8", "C"]) {
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh);
    account.own(fresh);
    const result = await runInitdb(account, [
      `--pgdata=${fresh}`,
      "--username=postgres",
      "--auth=trust",
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      `--lc-ctype=${characters}`,
      "--no-instructions",
    ]);
    if (result.code === 0) {
      renameSync(fresh, data);
      return;
    }
    output = result.output;
    if (!output.includes("invalid locale name")) break;
  }
  rmSync(fresh, { recursive: true, force: true });
  throw new PostgresUnavailable(`PostgreSQL could not make its data folder ${data}: ${firstError(output)}`);
}

const nameless = "could not look up effective user ID";

/** initdb requires a user name, which containers may lack; in a user namespace mapped to `nobody` there is one. */
async function runInitdb(account: PostgresAccount, options: string[]) {
  const { file, args, ...identity } = account.command(account.binaries.initdb, options);
  const first = await run(file, args, identity);
  if (!first.output.includes(nameless)) return first;
  const asNobody = ["--user", "--map-user=65534", "--map-group=65534", "--", account.binaries.initdb, ...options];
  const second = await run("unshare", asNobody, {}).catch(() => first);
  return second.code === 0 ? second : { ...first, output: `${first.output.trim()}; ${useDatabaseOutside}` };
}

async function run(file: string, args: string[], identity: { uid?: number; gid?: number }) {
  const child = spawn(file, args, {
    cwd: "/",
    stdio: ["ignore", "pipe", "pipe"],
    env: postgresEnvironment(),
    ...identity,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (part) => {
      output += part;
    });
  }
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

/** Removes the PG* variables of the user's shell, which must not affect our server. */
function postgresEnvironment(): NodeJS.ProcessEnv {
  const childEnvironment: NodeJS.ProcessEnv = { ...process.env, LC_MESSAGES: "C" };
  for (const name of Object.keys(childEnvironment)) if (name.startsWith("PG")) delete childEnvironment[name];
  return childEnvironment;
}

async function launch(
  account: PostgresAccount,
  data: string,
  settings: Record<string, string>,
  log: string,
): Promise<ChildProcess> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const { file, args, ...identity } = account.command(account.binaries.postgres, ["-D", data, ...flags]);
  const output = openSync(log, "w", 0o600);
  // Detached, because Ctrl-C signals the whole foreground group, and PostgreSQL must outlive the requests in flight.
  const child = spawn(file, args, {
    cwd: "/",
    detached: true,
    stdio: ["ignore", output, output],
    env: postgresEnvironment(),
    ...identity,
  });
  closeSync(output);
  const failed = once(child, "error").then(([error]) => {
    throw error;
  });
  await Promise.race([failed, untilReady(child, data, log)]);
  failed.catch(() => {});
  return child;
}

async function untilReady(child: ChildProcess, data: string, log: string): Promise<void> {
  // Recovery after a crash may take long, so wait as long as the process runs.
  while (child.exitCode === null && child.signalCode === null) {
    const lock = readLock(data);
    if (lock?.pid === child.pid && lock?.status === "ready") return;
    await delay(15);
  }
  throw new PostgresUnavailable(`PostgreSQL did not start: ${firstError(readFileSync(log, "utf8"))} (its log: ${log})`);
}

/** Reads PostgreSQL's own lock file: the pid in line 1, its state in line 8. */
function readLock(data: string): { pid: number; status: string } | null {
  try {
    const lines = readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n");
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, status: lines[7]?.trim() ?? "" } : null;
  } catch {
    return null;
  }
}

/** After a killed process PostgreSQL may still be running or shutting down: wait until it has ended, so that the data are consistent. */
async function stopLeftover(data: string): Promise<void> {
  const lock = readLock(data);
  if (!lock) return;
  if (isPostgres(lock.pid)) {
    signal(lock.pid, "SIGINT");
    while (isPostgres(lock.pid)) await delay(15);
  }
  // The pid may have been reused; PostgreSQL would take it for a running server and refuse to start.
  const left = readLock(data);
  if (left?.pid === lock.pid) rmSync(path.join(data, "postmaster.pid"), { force: true });
}

function isPostgres(pid: number): boolean {
  if (process.platform === "linux") {
    try {
      return path.basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, "")) === "postgres";
    } catch (error) {
      // The executable of another account's process cannot be read, so check the process name.
      return (error as NodeJS.ErrnoException).code === "EACCES" && readName(pid) === "postgres";
    }
  }
  return signal(pid, 0);
}

function readName(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return "";
  }
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGINT");
  // After half a minute force an immediate shutdown; PostgreSQL recovers at the next start.
  const timer = setTimeout(() => child.kill("SIGQUIT"), 30_000);
  await ended;
  clearTimeout(timer);
}

async function makeDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const role = await client.query("select 1 from pg_roles where rolname = $1", [ownerRole]);
    if (role.rowCount === 0) await client.query(`create role ${ownerRole} login`);
    const existing = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (existing.rowCount === 0) {
      await client.query(`create database ${client.escapeIdentifier(name)} owner ${ownerRole}`);
    }
  } finally {
    await client.end();
  }
}

function firstError(output: string): string {
  const lines = output.split("\n").filter(Boolean);
  const line = lines.find((each) => /error|fatal|panic|setpriv/i.test(each)) ?? lines.at(-1) ?? "it said nothing";
  return line.replace(/^.*?(FATAL|PANIC|ERROR): +/, "").trim();
}
