import { bookBackEnd, remoteBook } from "./book-back-end";
import { startReportCollector } from "./report-collector";
import { prepareProduct, startProduct } from "./running-product";

/**
 * Playwright's global setup: one product for all browser tests; its address is in FABEL_URL, its data in FABEL_DATA_DIR, and what
 * it reported of errors at FABEL_REPORTS; the other book back end is at FABEL_BOOKS.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await prepareProduct();
  const reports = await startReportCollector();
  const books = await bookBackEnd({ "far-book": remoteBook() });
  const product = await startProduct({ environment: { SENTRY_DSN: reports.dsn, BOOK_BACKEND_URL: books.url } });
  process.env.FABEL_URL = product.url;
  process.env.FABEL_DATA_DIR = product.dataDir;
  process.env.FABEL_REPORTS = reports.url;
  process.env.FABEL_BOOKS = books.url;
  return async () => {
    await product.stop();
    reports.stop();
    await books.close();
  };
}
