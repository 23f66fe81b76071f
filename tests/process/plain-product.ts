import { type ProductOptions, type RunningProduct, startProduct } from "#tests/support/running-product";

/** Starts a product without demonstration data: these tests need no people or books, and it starts faster. */
export function startPlainProduct(options: ProductOptions = {}): Promise<RunningProduct> {
  return startProduct({ ...options, environment: { DEMO: "0", ...options.environment } });
}
