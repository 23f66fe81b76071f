import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterFile } from "./after-file";

const made = new Set<string>();

/**
 * A folder of one's own, `fabel-{name}-…` among the machine's temporary ones. It goes with the test file; where no test file is
 * run by vitest, with the process.
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
