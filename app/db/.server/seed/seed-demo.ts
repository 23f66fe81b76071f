import type { Databases } from "~/db/.server/connect";
import { regions } from "~/realms/realm";
import { seedPasswords } from "~/services/.server/auth/passwords/seed-passwords";
import type { IdentityDirectory } from "~/services/.server/directory/identity";
import type { Library } from "~/services/.server/library/library-service";
import { findStored } from "~/services/.server/library/store";
import type { AddAssignment } from "~/services/.server/submissions/seed-assignment";
import { seedAssignments } from "./assignments";
import { type AddBook, seedBooks } from "./books";
import { type AddCard, seedCards } from "./cards";
import { seedChildren } from "./children";
import { demoPassword, seedPeople } from "./people";
import { seedReadingDays } from "./reading-days";
import { type AddBookmarks, type AddReading, seedReadings } from "./readings";

/** What services do for the demonstration. */
export type SeedPorts = {
  addBook: AddBook;
  addCard: AddCard;
  addReading: AddReading;
  addBookmarks: AddBookmarks;
  addReadingDays: Library["addReadingDays"];
  addAssignment: AddAssignment;
  identity: Pick<IdentityDirectory, "findByUsername">;
};

/**
 * The demonstration: people of every realm where nobody is yet, their password, a library card, the books, who is in the middle of one, what they have marked and a class has read, and the assignments of a class. Running it again changes nothing.
 * @param booksFolder holds the demo books as .epub files
 * @param begun called where there was nobody yet: what follows takes its time
 */
export async function seedDemo(
  databases: Databases,
  { addBook, addCard, addReading, addBookmarks, addReadingDays, addAssignment, identity }: SeedPorts,
  booksFolder: string,
  begun: () => void,
): Promise<void> {
  const people = await seedPeople(databases);
  if (people.length > 0) begun();
  await seedPasswords(databases, people, demoPassword);
  await seedCards(identity, addCard);
  await seedBooks(async (file, options) => {
    const known = await Promise.all(
      regions.map((region) => findStored(databases[region], { id: options.id, checksum: "" })),
    );
    return known.every(Boolean) ? options.id : addBook(file, options);
  }, booksFolder);
  if (people.length > 0) await seedChildren(databases, identity, { addReading, addBookmarks });
  if (people.length > 0) await seedReadingDays(databases, identity, addReadingDays);
  await seedReadings(identity, { addReading, addBookmarks });
  if (people.length > 0) await seedAssignments(identity, addAssignment);
}
