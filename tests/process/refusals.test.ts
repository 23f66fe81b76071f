import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ProductOptions, ProductRefused, type RunningProduct } from "#tests/support/running-product";
import { startPlainProduct } from "./plain-product";

/** The error of a product that does not start. @throws if it starts */
async function refusal(options: ProductOptions): Promise<ProductRefused> {
  try {
    const product = await startPlainProduct(options);
    await product.stop();
  } catch (error) {
    if (error instanceof ProductRefused) return error;
    throw error;
  }
  throw new Error("The product started");
}

describe("given a PORT in use", () => {
  test("the start fails with one line that names the port", async () => {
    const other = createServer().listen(0);
    const { port } = other.address() as AddressInfo;
    const { output, ended } = await refusal({ environment: { PORT: String(port) } });
    other.close();
    expect(output).toBe(`Port ${port} is taken by another program: set PORT to a free one\n`);
    expect(ended.code).toBe(1);
  });
});

describe("given a DATA_DIR that another process holds", () => {
  let product: RunningProduct;
  beforeAll(async () => {
    product = await startPlainProduct();
  });
  afterAll(() => product.stop());

  test("the start fails with one line that names the process, which keeps running", async () => {
    const { output, ended } = await refusal({ dataDir: product.dataDir });
    expect(output).toBe(
      `${product.dataDir} is in use by process ${product.pid} (serve at ${product.url}): stop it, or set DATA_DIR to another folder\n`,
    );
    expect(ended.code).toBe(1);
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
  });
});

describe("given an invalid environment variable", () => {
  const cases: Array<[string, string, string]> = [
    ["PORT", "http", 'PORT must be a number from 0 to 65535, but is "http"'],
    ["DEFAULT_REALM", "sweden", 'DEFAULT_REALM must be one of de, fi, fr, no, nl, se, uk, us, but is "sweden"'],
    ["DEMO", "true", 'DEMO must be 0 or 1, but is "true"'],
    ["SESSION_SECRET", "short", "SESSION_SECRET must have at least 32 characters"],
  ];
  test.each(cases)("%s=%s makes the start fail with one line", async (name, value, line) => {
    const { output, ended } = await refusal({ environment: { [name]: value } });
    expect(output).toBe(`${line}\n`);
    expect(ended.code).toBe(1);
  });
});
