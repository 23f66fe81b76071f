import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "#server/project-root";
import { inheritedEnvironment, type RunningProduct, startProduct } from "../support/running-product";

describe("npm start, from an empty folder", () => {
  let product: RunningProduct;
  beforeAll(async () => {
    product = await startProduct();
  });
  afterAll(() => product.stop());

  test("its last line says where it is", () => {
    expect(product.output().trimEnd().split("\n").at(-1)).toBe(`Fabel is ready at http://localhost:${product.port}`);
  });

  test("lives and is ready", async () => {
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
  });

  test("shows its first page", async () => {
    const response = await fetch(product.url);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("<!DOCTYPE html>");
  });

  test("answers 404 on an unknown path", async () => {
    expect((await fetch(`${product.url}/no-such-page`)).status).toBe(404);
  });
});

describe("npm start, a second time", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "fabel-second-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("installs, builds and migrates nothing again", async () => {
    await (await startProduct({ dataDir: folder })).stop().catch(() => {});
    const child = spawn(process.execPath, ["scripts/start.mjs"], {
      cwd: projectRoot,
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...inheritedEnvironment(), DATA_DIR: folder, PORT: "0" },
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      output += part;
      if (output.includes("ready")) child.kill("SIGTERM");
    });
    await once(child, "close");
    expect(output).toMatch(/^On this machine people log in .*\nFabel is ready at http:\/\/localhost:\d+\n$/);
  });
});
