import path from "node:path";
import { readHolder } from "#server/data-dir/data-dir";
import { closeDatabases, connectDatabases } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import { addBook } from "~/services/.server/library/add-book";
import { diskStorage } from "~/services/.server/library/disk-storage";
import { ingestBook } from "~/services/.server/library/ingest/ingest-book";

/**
 * Adds a book to the product of the browser tests, and returns its id. It does the work of `npm run books:add` (tests/process/commands.test.ts)
 * without a process for each book.
 */
export async function addBookToProduct(file: string, realm: Realm = "se"): Promise<string> {
  const dataDir = String(process.env.FABEL_DATA_DIR);
  const urls = readHolder(dataDir)?.databaseUrls;
  if (!urls) throw new Error(`No product runs in ${dataDir}`);
  const databases = connectDatabases(urls, { max: 1 });
  try {
    const storage = diskStorage(path.join(dataDir, "storage"));
    const { id } = await addBook(file, { realms: [realm] }, { databases, storage, ingest: ingestBook });
    return id;
  } finally {
    await closeDatabases(databases);
  }
}
