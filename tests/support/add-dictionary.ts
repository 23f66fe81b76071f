import { readHolder } from "#server/data-dir/data-dir";
import { closeDatabases, connectDatabases } from "~/db/.server/connect";
import { addDictionary } from "~/services/.server/library/words/dictionary-store";
import { readDictionary } from "~/services/.server/library/words/read-dictionary";

/** Adds a dictionary to the product of the browser tests, as `npm run dictionaries:add` does. @param path of its index */
export async function addDictionaryToProduct(path: string): Promise<void> {
  const dataDir = String(process.env.FABEL_DATA_DIR);
  const urls = readHolder(dataDir)?.databaseUrls;
  if (!urls) throw new Error(`No product runs in ${dataDir}`);
  const databases = connectDatabases(urls, { max: 1 });
  try {
    await addDictionary(databases, await readDictionary(path));
  } finally {
    await closeDatabases(databases);
  }
}
