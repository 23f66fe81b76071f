import { closeDatabases, connectDatabases } from "../app/db/.server/connect";
import { seedBooks } from "../app/db/.server/seed/books";
import { demoPassword, seedPeople } from "../app/db/.server/seed/people";
import type { Environment } from "../app/environment.server";
import { seedPasswords } from "../app/services/.server/auth/seed-passwords";
import { addBook } from "../app/services/.server/library/add-book";
import { storageFor } from "../app/services/.server/library/storage-for";
import { hasNoBooks } from "../app/services/.server/library/store";
import type { DatabaseUrls } from "./data-dir";
import { demoBooksFolder } from "./project-root";

/**
 * Fills empty databases with the demonstration: people of every realm with their one password, books on every shelf. Only with DEMO=1; what is there already stays.
 * Design, section 4 "Commands" and "Demo accounts".
 */
export async function seedDemo(environment: Environment, urls: DatabaseUrls): Promise<void> {
  const databases = connectDatabases(urls, { max: 4 });
  try {
    await seedPasswords(databases, await seedPeople(databases), demoPassword);
    if (await hasNoBooks(databases.eu)) {
      const storage = storageFor(environment.storageUrl);
      await seedBooks((file, options) => addBook(file, options, { databases, storage }), demoBooksFolder);
    }
  } finally {
    await closeDatabases(databases);
  }
}
