import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../../server/project-root";
import { testDatabase } from "../support/database";
import { passedEnvironment } from "../support/running-product";
import { startPlainProduct } from "./plain-product";

async function outsideUrls(): Promise<{ DATABASE_URL_EU: string; DATABASE_URL_US: string }> {
  const [eu, us] = await Promise.all([testDatabase(), testDatabase()]);
  return { DATABASE_URL_EU: eu.url, DATABASE_URL_US: us.url };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

describe("databases outside", () => {
  test("are used, and no PostgreSQL is started", async () => {
    const product = await startPlainProduct({ environment: await outsideUrls(), program: "serve" });
    try {
      expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
      expect(existsSync(path.join(product.dataDir, "postgres"))).toBe(false);
    } finally {
      await product.stop();
    }
  });

  test("one that nobody answers at ends the start with the reason", async () => {
    const urls = {
      ...(await outsideUrls()),
      DATABASE_URL_US: `postgresql://fabel:hush@127.0.0.1:${await freePort()}/fabel`,
    };
    const refused = await startPlainProduct({ environment: urls }).catch((error) => error);
    expect(refused.output).toMatch(/^The database of DATABASE_URL_US does not answer: .*ECONNREFUSED.*\n$/);
    expect(refused.output).not.toContain("hush");
  });
});

describe("remix-serve", () => {
  test("serves the build when it is given databases", async () => {
    const port = await freePort();
    const program = path.join(projectRoot, "node_modules/@remix-run/serve/dist/cli.js");
    const child = spawn(process.execPath, [program, "build/server/index.js"], {
      cwd: projectRoot,
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...passedEnvironment(),
        ...(await outsideUrls()),
        PORT: String(port),
        HOST: "127.0.0.1",
        NODE_ENV: "production",
      },
    });
    try {
      await once(child.stdout, "data");
      const response = await fetch(`http://127.0.0.1:${port}/`);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain("<!DOCTYPE html>");
    } finally {
      child.kill();
      await once(child, "close");
    }
  });
});
