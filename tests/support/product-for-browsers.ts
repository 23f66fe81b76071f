import { startReportCollector } from "./report-collector";
import { prepareProduct, startProduct } from "./running-product";

/**
 * Playwright's global setup: one product for all browser tests; its address is in FABEL_URL, its data in FABEL_DATA_DIR, and what
 * it reported of errors at FABEL_REPORTS.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await prepareProduct();
  const reports = await startReportCollector();
  const product = await startProduct({ environment: { SENTRY_DSN: reports.dsn } });
  process.env.FABEL_URL = product.url;
  process.env.FABEL_DATA_DIR = product.dataDir;
  process.env.FABEL_REPORTS = reports.url;
  return async () => {
    await product.stop();
    reports.stop();
  };
}
