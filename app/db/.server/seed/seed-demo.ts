import { seedPasswords } from "../../../services/.server/auth/seed-passwords";
import type { Databases } from "../connect";
import { type AddBook, seedBooks } from "./books";
import { demoPassword, seedPeople } from "./people";

/**
 * The demonstration: people of every realm where nobody is yet, their password, the books. Running it again changes nothing.
 * @param booksFolder holds the demo books as .epub files
 */
export async function seedDemo(databases: Databases, addBook: AddBook, booksFolder: string): Promise<void> {
  await seedPasswords(databases, await seedPeople(databases), demoPassword);
  await seedBooks(addBook, booksFolder);
}
