import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterFile } from "./after-file";

const made = new Set<string>();

/**
 * A new folder `fabel-{name}-…` in the machine's temporary folder. It is removed after the test file; outside vitest,
 * when the process ends.
 */
export async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `fabel-${name}-`));
  if (made.size === 0) process.once("exit", () => [...made].forEach(remove));
  made.add(folder);
  afterFile(async () => remove(folder));
  return folder;
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  made.delete(folder);
}
