import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "#server/project-root";
import { type ProductOptions, ProductRefused, startProduct } from "#tests/support/running-product";
import { startPlainProduct } from "./plain-product";

/** The uid of the account "nobody", which every system has. */
const nobody = 65534;
const nameless = 43210;
const isRoot = process.getuid?.() === 0;

/** Starts the product, expects it to be ready and stops it. @returns its output */
async function expectToRun(options: ProductOptions): Promise<string> {
  const product = await startPlainProduct(options);
  try {
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
    expect((await fetch(product.url)).status).toBe(200);
  } finally {
    await product.stop();
  }
  return product.output();
}

describe("given the account that runs the tests", () => {
  test("the product starts", async () => void (await expectToRun({})));
});

// Only root can change to another account or deny PostgreSQL's account a folder.
if (isRoot) {
  let folder: string;
  let clone: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "fabel-accounts-"));
    clone = path.join(folder, "home/fabel");
    await mkdir(clone, { recursive: true });
    await chmod(folder, 0o755);
    // Without packages/: only the demonstration, its books and the measurements need that folder.
    for (const part of ["app", "build", "locales", "node_modules", "package.json", "templates"]) copy(part, clone);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  describe("given root", () => {
    test("the product starts in a home that is closed to other accounts, with its data there", async () => {
      await chmod(path.join(folder, "home"), 0o700);
      const dataDir = path.join(clone, ".data");
      await expectToRun({ root: clone, dataDir });
    });

    test("given no setpriv and a closed home, then PostgreSQL's data is in /var/lib/fabel and the path printed", async () => {
      await chmod(path.join(folder, "home"), 0o700);
      const hadFolder = existsSync("/var/lib/fabel");
      const output = await expectToRun({ root: clone, environment: { PATH: "/nowhere" } });
      const data = /^setpriv is not installed, so PostgreSQL's data lies in (\/var\/lib\/fabel\/\w+)$/m.exec(
        output,
      )?.[1];
      expect(existsSync(`${data}/data/PG_VERSION`)).toBe(true);
      await rm(hadFolder ? String(data) : "/var/lib/fabel", { recursive: true });
    });
  });

  test("given DEMO=1 without packages/, then the start is refused, and says what to do", async () => {
    const refusal = await startProduct({ root: clone }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ProductRefused);
    expect((refusal as ProductRefused).output).toMatch(
      /^DEMO=1 needs the folder packages\/: without it, start with DEMO=0$/m,
    );
  });

  describe("given an account without privileges", () => {
    test.each([
      ["with a name", nobody],
      ["without a name, as in containers", nameless],
    ])("given an account %s, then the product starts", async (_, account) => {
      await chmod(path.join(folder, "home"), 0o755);
      const dataDir = path.join(folder, `data-${account}`);
      await mkdir(dataDir);
      await chown(dataDir, account, account);
      const through = ["setpriv", `--reuid=${account}`, `--regid=${account}`, "--clear-groups"];
      await expectToRun({ root: clone, dataDir, through });
    });
  });
}

/** Copies as hard links where the file system allows it, because node_modules is large. */
function copy(part: string, target: string): void {
  const source = path.join(projectRoot, part);
  if (!existsSync(source)) return;
  try {
    execFileSync("cp", ["-al", source, target], { stdio: "ignore" });
  } catch {
    execFileSync("cp", ["-a", source, target], { stdio: "ignore" });
  }
}
