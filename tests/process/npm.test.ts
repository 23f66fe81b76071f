import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { projectRoot } from "#server/project-root";
import { inheritedEnvironment } from "#tests/support/running-product";
import { temporaryFolder } from "#tests/support/temporary-folder";

/** A product below npm or a shell: whether it ends with its parent. docs/operating.md. */

async function startBelow(command: string, args: string[]): Promise<{ parent: ChildProcess; dataDir: string }> {
  const dataDir = await temporaryFolder("npm");
  const parent = spawn(command, args, {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...inheritedEnvironment(), DEMO: "0", PORT: "0", DATA_DIR: dataDir },
  });
  let output = "";
  for (const stream of [parent.stdout, parent.stderr]) stream?.on("data", (part) => (output += part));
  await expect.poll(() => output, { timeout: 100_000, interval: 200 }).toContain("Fabel is ready at");
  return { parent, dataDir };
}

const holderOf = async (dataDir: string) => JSON.parse(await readFile(path.join(dataDir, "process.json"), "utf8"));

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.each(["serve", "start"])("given SIGTERM to npm of npm run %s, then the server ends in order", async (script) => {
  const { parent, dataDir } = await startBelow("npm", ["run", script]);
  const { pid } = await holderOf(dataDir);
  try {
    parent.kill("SIGTERM");
    await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false);
    expect(existsSync(path.join(dataDir, "process.json")), "DATA_DIR is free").toBe(false);
    expect(existsSync(path.join(dataDir, "postgres/data/postmaster.pid")), "PostgreSQL has stopped").toBe(false);
  } finally {
    if (isRunning(pid)) process.kill(pid, "SIGKILL");
  }
});

test("given a shell that ends after it has started the server in the background, then the server stays", async () => {
  const line = `${process.execPath} build/process/serve.js & sleep 600`;
  const { parent, dataDir } = await startBelow("sh", ["-c", line]);
  const { pid } = await holderOf(dataDir);
  try {
    parent.kill("SIGKILL");
    await delay(2000);
    expect(isRunning(pid)).toBe(true);
  } finally {
    process.kill(pid, "SIGTERM");
    await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false);
  }
});
