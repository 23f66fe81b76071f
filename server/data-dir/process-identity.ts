import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Start time of a process, which differs from that of any later process with the same pid; null if there is none, or if it is a zombie
 * (dead, but not yet collected by its parent). A pid alone is not unique: a restarted container uses the same small numbers again.
 */
export function processStart(pid: number): string | null {
  if (process.platform !== "linux") return startBySystemTool(pid);
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may contain spaces; after it come the state and, as the 20th field, the start in clock ticks.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return isDead(fields[0]) ? null : `${boot} ${fields[19]}`;
  } catch {
    return null;
  }
}

function startBySystemTool(pid: number): string | null {
  try {
    const line = execFileSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
    const [state, ...start] = line.split(/\s+/);
    return isDead(state) ? null : start.join(" ") || null;
  } catch {
    return null;
  }
}

/** `Z`: a zombie; `X`: dead. */
function isDead(state: string | undefined): boolean {
  return /^[ZX]/.test(state ?? "");
}
