import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * When a process began, in words that differ from those of any later process with the same pid; null when there is none, or when it is
 * dead and its parent has not yet collected it (a zombie). A pid alone says little: in a container that starts again the same small
 * numbers come back.
 */
export function processStart(pid: number): string | null {
  if (process.platform !== "linux") return startBySystemTool(pid);
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold spaces; after it come the state and, as the 20th field, the start in clock ticks.
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
