import { regions } from "../../../realms/realm";
import { seedPasswords } from "../../../services/.server/auth/seed-passwords";
import { findStored } from "../../../services/.server/library/store";
import type { Databases } from "../connect";
import { type AddBook, seedBooks } from "./books";
import { demoPassword, seedPeople } from "./people";

/**
 * The demonstration: people of every realm where nobody is yet, their password, the books. Running it again changes nothing.
 * @param booksFolder holds the demo books as .epub files
 */
export async function seedDemo(databases: Databases, addBook: AddBook, booksFolder: string): Promise<void> {
  await seedPasswords(databases, await seedPeople(databases), demoPassword);
  await seedBooks(async (file, options) => {
    const known = await Promise.all(
      regions.map((region) => findStored(databases[region], { id: options.id, checksum: "" })),
    );
    return known.every(Boolean) ? options.id : addBook(file, options);
  }, booksFolder);
}
