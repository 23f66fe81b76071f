import { prepareProduct, startProduct } from "./running-product";

/** Playwright's global setup: one product for all browser tests; its address is in FABEL_URL, its data in FABEL_DATA_DIR. */
export default async function setup(): Promise<() => Promise<void>> {
  await prepareProduct();
  const product = await startProduct();
  process.env.FABEL_URL = product.url;
  process.env.FABEL_DATA_DIR = product.dataDir;
  return () => product.stop();
}
