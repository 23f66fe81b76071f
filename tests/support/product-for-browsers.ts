import { bookBackEnd, remoteBook } from "./book-back-end";
import { startReportCollector } from "./report-collector";
import { prepareProduct, startProduct } from "./running-product";

/**
 * Playwright's global setup: one product for all browser tests. FABEL_URL is its URL, FABEL_DATA_DIR its data,
 * FABEL_REPORTS the URL of the error reports it sent, FABEL_BOOKS the alternative book back end. Where FABEL_URL is set, such a product is
 * running already (serve-for-browsers.ts).
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.FABEL_URL) return async () => undefined;
  const { environment, stop } = await startProductForBrowsers();
  Object.assign(process.env, environment);
  return stop;
}

/** Starts the product of the browser tests. @returns the variables that name it */
export async function startProductForBrowsers(): Promise<{
  environment: Record<string, string>;
  stop(): Promise<void>;
}> {
  await prepareProduct();
  const reports = await startReportCollector();
  const books = await bookBackEnd({ "far-book": remoteBook() });
  const product = await startProduct({ environment: { SENTRY_DSN: reports.dsn, BOOK_BACKEND_URL: books.url } });
  return {
    environment: {
      FABEL_URL: product.url,
      FABEL_DATA_DIR: product.dataDir,
      FABEL_REPORTS: reports.url,
      FABEL_BOOKS: books.url,
    },
    async stop() {
      await product.stop();
      reports.stop();
      await books.close();
    },
  };
}
