import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "#server/project-root";
import { inheritedEnvironment, type RunningProduct, startProduct } from "#tests/support/running-product";

describe("npm start in an empty folder", () => {
  let product: RunningProduct;
  beforeAll(async () => {
    product = await startProduct();
  });
  afterAll(() => product.stop());

  test("prints its address in its last line", () => {
    expect(product.output().trimEnd().split("\n").at(-1)).toBe(`Fabel is ready at http://localhost:${product.port}`);
  });

  test("responds 200 at /healthz and /readyz", async () => {
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
  });

  test("serves the landing page", async () => {
    const response = await fetch(product.url);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("<!DOCTYPE html>");
  });

  test("returns 404 for an unknown path", async () => {
    expect((await fetch(`${product.url}/no-such-page`)).status).toBe(404);
  });
});

describe("npm start on existing data", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "fabel-second-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("prints no line about installing, building or migrating", async () => {
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
    expect(output).toMatch(
      /^(?:Waiting for .*\n)*On this machine people log in .*\nFabel is ready at http:\/\/localhost:\d+\n$/,
    );
  });
});
