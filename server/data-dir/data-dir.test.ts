import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/temporary-folder";
import { holdDataDir, holdDataDirOnceFree } from "./data-dir";
import { processStart } from "./process-identity";

const parents: ChildProcess[] = [];
afterEach(() => {
  for (const parent of parents.splice(0)) parent.kill("SIGKILL");
});

/** A process whose parent never waits for it: once killed, it stays a zombie. */
async function childOfCarelessParent(): Promise<number> {
  const parent = spawn("sh", ["-c", "sleep 600 & echo $!; exec sleep 600"], { stdio: ["ignore", "pipe", "ignore"] });
  parents.push(parent);
  for await (const part of parent.stdout ?? []) return Number(String(part).trim());
  throw new Error("The shell said nothing");
}

/** A data folder as a killed product leaves it. */
async function heldFolder(pid: number, address: string | null = null): Promise<string> {
  const folder = await temporaryFolder("held");
  const holder = { pid, started: processStart(pid), role: "serve", address, databaseUrls: null };
  writeFileSync(path.join(folder, "process.json"), JSON.stringify(holder));
  return folder;
}

test("given a holder that is a zombie, then the folder is free", async () => {
  const pid = await childOfCarelessParent();
  const folder = await heldFolder(pid);
  expect(holdDataDir(folder, "serve")).toMatchObject({ pid });
  process.kill(pid, "SIGKILL");
  await expect.poll(() => processStart(pid)).toBeNull();
  expect(process.kill(pid, 0)).toBe(true);
  expect(holdDataDir(folder, "serve")).not.toHaveProperty("pid");
});

test("given a holder that does not respond and ends soon, then a start waits for its end", async () => {
  const pid = await childOfCarelessParent();
  const folder = await heldFolder(pid, "http://localhost:1");
  const held = holdDataDirOnceFree(folder, "serve", { responds: async () => false });
  setTimeout(() => process.kill(pid, "SIGKILL"), 300);
  expect(await held).not.toHaveProperty("pid");
});

test("given a holder that responds, then a start is refused within four seconds", async () => {
  const pid = await childOfCarelessParent();
  const folder = await heldFolder(pid, "http://localhost:1");
  const begun = Date.now();
  const held = await holdDataDirOnceFree(folder, "serve", {
    responds: async (address) => address === "http://localhost:1",
  });
  expect(held).toMatchObject({ pid });
  expect(Date.now() - begun).toBeLessThan(4000);
});

test("given a holder that lives but does not respond, then a start is refused after a timeout", async () => {
  const pid = await childOfCarelessParent();
  const folder = await heldFolder(pid);
  expect(await holdDataDirOnceFree(folder, "serve", { timeLimit: 300 })).toMatchObject({ pid });
});
