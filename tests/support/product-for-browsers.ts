import { prepareProduct, startProduct } from "./running-product";

/** Playwright's global setup: one product for all browser tests; its address is in FABEL_URL. */
export default async function setup(): Promise<() => Promise<void>> {
  await prepareProduct();
  const product = await startProduct();
  process.env.FABEL_URL = product.url;
  return () => product.stop();
}
