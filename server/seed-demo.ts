import { closeDatabases, connectDatabases } from "../app/db/.server/connect";
import { seedBooks } from "../app/db/.server/seed/books";
import type { Environment } from "../app/environment.server";
import { addBook } from "../app/services/.server/library/add-book";
import { storageFor } from "../app/services/.server/library/storage-for";
import { hasNoBooks } from "../app/services/.server/library/store";
import type { DatabaseUrls } from "./data-dir";
import { demoBooksFolder } from "./project-root";

/**
 * Fills empty databases with the demonstration: books on every realm's shelf. Only with DEMO=1; what is there already stays.
 * Design, section 4 "Commands" and "Demo accounts".
 */
export async function seedDemo(environment: Environment, urls: DatabaseUrls): Promise<void> {
  const databases = connectDatabases(urls, { max: 4 });
  try {
    if (await hasNoBooks(databases.eu)) {
      const storage = storageFor(environment.storageUrl);
      await seedBooks((file, options) => addBook(file, options, { databases, storage }), demoBooksFolder);
    }
  } finally {
    await closeDatabases(databases);
  }
}
