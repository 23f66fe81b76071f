import { bookBackEnd, remoteBook } from "./book-back-end";
import { startReportCollector } from "./report-collector";
import { prepareProduct, startProduct } from "./running-product";

/**
 * Playwright's global setup: one product for all browser tests. FABEL_URL is its URL, FABEL_DATA_DIR its data,
 * FABEL_REPORTS the URL of the error reports it sent, FABEL_BOOKS the alternative book back end.
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
