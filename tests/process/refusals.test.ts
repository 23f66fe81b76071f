import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ProductOptions, ProductRefused, type RunningProduct } from "../support/running-product";
import { startPlainProduct } from "./plain-product";

/** What a product says that does not start. */
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

describe("a taken port", () => {
  test("is one clear line", async () => {
    const other = createServer().listen(0);
    const { port } = other.address() as AddressInfo;
    const { output, ended } = await refusal({ environment: { PORT: String(port) } });
    other.close();
    expect(output).toBe(`Port ${port} is taken by another program: set PORT to a free one\n`);
    expect(ended.code).toBe(1);
  });
});

describe("a DATA_DIR that another process holds", () => {
  let product: RunningProduct;
  beforeAll(async () => {
    product = await startPlainProduct();
  });
  afterAll(() => product.stop());

  test("is one line that says which, and the holder goes on", async () => {
    const { output, ended } = await refusal({ dataDir: product.dataDir });
    expect(output).toBe(
      `${product.dataDir} is in use by process ${product.pid} (serve at ${product.url}): stop it, or set DATA_DIR to another folder\n`,
    );
    expect(ended.code).toBe(1);
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
  });
});

describe("a bad value in the environment", () => {
  const cases: Array<[string, string, string]> = [
    ["PORT", "http", 'PORT must be a number from 0 to 65535, but is "http"'],
    ["DEFAULT_REALM", "sweden", 'DEFAULT_REALM must be one of de, fi, fr, no, nl, se, uk, us, but is "sweden"'],
    ["DEMO", "true", 'DEMO must be 0 or 1, but is "true"'],
    ["SESSION_SECRET", "short", "SESSION_SECRET must have at least 32 characters"],
  ];
  test.each(cases)("%s=%s is one clear line", async (name, value, line) => {
    const { output, ended } = await refusal({ environment: { [name]: value } });
    expect(output).toBe(`${line}\n`);
    expect(ended.code).toBe(1);
  });
});
