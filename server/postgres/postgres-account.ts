import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
} from "node:fs";
import path from "node:path";
import type { PostgresBinaries } from "./postgres-binaries";

/** The account that runs PostgreSQL, and the data folder for it. */
export type PostgresAccount = {
  binaries: PostgresBinaries;
  /** Folder for PostgreSQL's data. */
  folder: string;
  /** Makes the account the owner of a folder. */
  own(folder: string): void;
  /** The command line that runs a PostgreSQL program as that account. */
  command(program: string, args: string[]): { file: string; args: string[]; uid?: number; gid?: number };
  /** A line for the operator if the data folder is not in the usual place; else null. */
  note: string | null;
};

/**
 * PostgreSQL refuses to run as root. A normal user runs it directly; root runs it as the account `postgres` (or `nobody`), with the
 * capability to access closed folders, so that a clone in a closed home directory works. Without setpriv, root stores the data under
 * /var/lib/fabel instead. docs/decisions/0001-embedded-postgresql.md.
 */
export function postgresAccount(binaries: PostgresBinaries, folder: string): PostgresAccount {
  const bound = hasSetpriv();
  if (process.getuid?.() !== 0) {
    return {
      binaries,
      folder,
      own: () => {},
      command: (program, args) => (bound ? throughSetpriv([], program, args) : { file: program, args }),
      note: null,
    };
  }
  const account = unprivilegedAccount();
  const own = (owned: string) => {
    chownSync(owned, account.uid, account.gid);
    chmodSync(owned, 0o700);
  };
  if (bound) {
    const identity = [
      `--reuid=${account.uid}`,
      `--regid=${account.gid}`,
      "--clear-groups",
      "--inh-caps=+dac_override",
      "--ambient-caps=+dac_override",
      "--securebits=+no_setuid_fixup",
    ];
    return { binaries, folder, own, command: (program, args) => throughSetpriv(identity, program, args), note: null };
  }
  const home = "/var/lib/fabel";
  const elsewhere = path.join(home, createHash("sha256").update(folder).digest("hex").slice(0, 12));
  mkdirSync(elsewhere, { recursive: true, mode: 0o755 });
  return {
    binaries: reachableBinaries(binaries, home),
    folder: elsewhere,
    own,
    command: (program, args) => ({ file: program, args, uid: account.uid, gid: account.gid }),
    note: `setpriv is not installed, so PostgreSQL's data lies in ${elsewhere}`,
  };
}

function throughSetpriv(identity: string[], program: string, args: string[]) {
  // The kernel interrupts PostgreSQL when this process is killed (SIGINT is a fast shutdown).
  return { file: "setpriv", args: ["--pdeathsig", "INT", ...identity, "--", program, ...args] };
}

function hasSetpriv(): boolean {
  const { stdout } = spawnSync("setpriv", ["--help"], { encoding: "utf8" });
  return Boolean(stdout?.includes("--pdeathsig") && stdout.includes("--ambient-caps"));
}

function unprivilegedAccount(): { uid: number; gid: number } {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(":");
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Error("PostgreSQL does not run as root, and there is neither a user postgres nor nobody to run it as");
}

/** Copies the programs to a shared location if other accounts cannot access their folder. */
function reachableBinaries(binaries: PostgresBinaries, home: string): PostgresBinaries {
  if (isOpenToOthers(binaries.native)) return binaries;
  const version = execFileSync(binaries.postgres, ["--version"], { encoding: "utf8" }).replace(/[^0-9.]/g, "");
  const native = path.join(home, `postgres-${version}`);
  if (!existsSync(native)) {
    const half = `${native}.${process.pid}`;
    cpSync(binaries.native, half, { recursive: true, verbatimSymlinks: true });
    renameSync(half, native);
  }
  return { native, initdb: path.join(native, "bin/initdb"), postgres: path.join(native, "bin/postgres") };
}

function isOpenToOthers(folder: string): boolean {
  accessSync(folder, constants.R_OK);
  for (let each = folder; ; each = path.dirname(each)) {
    if ((statSync(each).mode & 0o001) === 0) return false;
    if (each === path.dirname(each)) return true;
  }
}
