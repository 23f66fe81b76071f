import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Region } from "~/realms/realm";
import { processStart } from "./process-identity";

export type DatabaseUrls = Record<Region, string>;

/** The process that holds a DATA_DIR, by its file there. */
export type Holder = {
  pid: number;
  started: string;
  /** What the process is: `serve`, `migrate`, … */
  role: string;
  /** Where the product listens; null until it does. */
  address: string | null;
  /** null until its databases are migrated. */
  databaseUrls: DatabaseUrls | null;
};

export type HeldDataDir = {
  /** Publishes what other commands need to work beside this process. */
  publish(news: Partial<Pick<Holder, "address" | "databaseUrls">>): void;
  release(): void;
};

/** One DATA_DIR, one process: makes the folder and holds it, or returns who does. A dead process holds nothing. */
export function holdDataDir(dataDir: string, role: string): HeldDataDir | Holder {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, "process.json");
  const own: Holder = {
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
      // A link is made whole or not at all, so nobody ever reads half a file.
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

/** Milliseconds for which a process that holds the folder and does not respond may be one that was killed and is still ending. */
const endingTime = 5000;

/**
 * As `holdDataDir`, for a start right after the process before it was killed: a holder that does not respond is waited for.
 * @param responds whether something responds at a holder's address
 */
export async function holdDataDirOnceFree(
  dataDir: string,
  role: string,
  {
    patience = endingTime,
    responds = respondsAt,
  }: { patience?: number; responds?: (address: string) => Promise<boolean> } = {},
): Promise<HeldDataDir | Holder> {
  const deadline = Date.now() + patience;
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

/** Who holds a DATA_DIR; null when nobody who lives does. */
export function readHolder(dataDir: string): Holder | null {
  const holder = parse(path.join(dataDir, "process.json"));
  return holder && processStart(holder.pid) === holder.started ? holder : null;
}

function parse(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Holder;
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
      // Yet another one was quicker; two live holders cannot be, so its file is the newer truth.
    }
  }
  rmSync(aside, { force: true });
}
