import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Region } from "~/realms/realm";
import { processStart } from "./process-identity";

export type DatabaseUrls = Record<Region, string>;

/** The process that uses a DATA_DIR, from its file there. */
export type DataDirHolder = {
  pid: number;
  started: string;
  /** The process's role: `serve`, `migrate`, … */
  role: string;
  /** Address of the product; null until it listens. */
  address: string | null;
  /** Null until the databases are migrated. */
  databaseUrls: DatabaseUrls | null;
};

export type HeldDataDir = {
  /** Publishes data that other commands need to work beside this process. */
  publish(news: Partial<Pick<DataDirHolder, "address" | "databaseUrls">>): void;
  release(): void;
};

/** Locks a DATA_DIR for this process, creating it if missing; returns the current holder if locked. Locks of dead processes expire. */
export function holdDataDir(dataDir: string, role: string): HeldDataDir | DataDirHolder {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, "process.json");
  const own: DataDirHolder = {
    pid: process.pid,
    started: processStart(process.pid) ?? "",
    role,
    address: null,
    databaseUrls: null,
  };
  const draft = `${file}.${process.pid}`;
  for (;;) {
    writeFileSync(draft, JSON.stringify(own), { mode: 0o600 });
    try {
      // Creating a link is atomic, so no process ever reads a partial file.
      linkSync(draft, file);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const holder = readHolder(dataDir);
      if (holder) return holder;
      removeStale(file, draft);
    } finally {
      rmSync(draft, { force: true });
    }
  }
  return {
    publish(news) {
      Object.assign(own, news);
      writeFileSync(draft, JSON.stringify(own), { mode: 0o600 });
      renameSync(draft, file);
    },
    release: () => rmSync(file, { force: true }),
  };
}

/** Milliseconds for which an unresponsive holder may be a killed process that is still ending. */
const endingTime = 5000;

/**
 * Like `holdDataDir`, for a start right after the previous process was killed: waits for a holder that does not respond.
 * @param responds whether a server responds at a holder's address
 */
export async function holdDataDirOnceFree(
  dataDir: string,
  role: string,
  {
    timeLimit = endingTime,
    responds = respondsAt,
  }: { timeLimit?: number; responds?: (address: string) => Promise<boolean> } = {},
): Promise<HeldDataDir | DataDirHolder> {
  const deadline = Date.now() + timeLimit;
  for (;;) {
    const held = holdDataDir(dataDir, role);
    if (!("pid" in held) || Date.now() > deadline) return held;
    if (held.address !== null && (await responds(held.address))) return held;
    await delay(100);
  }
}

async function respondsAt(address: string): Promise<boolean> {
  const response = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(1000) }).catch(() => null);
  return response !== null;
}

/** The holder of a DATA_DIR; null if there is none alive. */
export function readHolder(dataDir: string): DataDirHolder | null {
  const holder = parse(path.join(dataDir, "process.json"));
  return holder && processStart(holder.pid) === holder.started ? holder : null;
}

function parse(file: string): DataDirHolder | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as DataDirHolder;
  } catch {
    return null;
  }
}

/** Removes a dead holder's file, unless another process has just replaced it. */
function removeStale(file: string, draft: string): void {
  const aside = `${draft}.stale`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const moved = parse(aside);
  if (moved && processStart(moved.pid) === moved.started) {
    try {
      linkSync(aside, file);
    } catch {
      // Another process has already created the file; since there cannot be two live holders, its file is newer.
    }
  }
  rmSync(aside, { force: true });
}
