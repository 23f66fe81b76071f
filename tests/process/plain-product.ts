import { type ProductOptions, type RunningProduct, startProduct } from "../support/running-product";

/** A product without the demonstration: what is asked of the process needs no people and no books, and it starts sooner. */
export function startPlainProduct(options: ProductOptions = {}): Promise<RunningProduct> {
  return startProduct({ ...options, environment: { DEMO: "0", ...options.environment } });
}
