import type { DemoPorts } from "~/composition/demo-data.server";
import type { Databases } from "~/db/.server/connect";
import { retryOnceIfUnavailable } from "~/db/.server/unavailable";
import { regions } from "~/realms/realm";
import { seedPasswords } from "~/services/.server/auth/passwords/seed-passwords";
import { findStored } from "~/services/.server/library/store";
import { seedAssignments } from "./assignments";
import { type AddBook, seedBooks } from "./books";
import { seedCards } from "./cards";
import { seedChildren } from "./children";
import { demoPassword, seedPeople } from "./people";
import { seedReadingDays } from "./reading-days";
import { seedReadings } from "./readings";

/**
 * Adds the demo data: people with passwords in every realm that has none yet, library cards, books, reading positions, bookmarks,
 * reading statistics, and assignments of a class. Running it again changes nothing.
 * @param booksFolder contains the demo books as .epub files
 * @param begun called if people were added, because the rest takes long
 */
export async function seedDemo(
  databases: Databases,
  { addBook, addCard, addReading, addBookmarks, addReadingDays, addAssignment, identity }: DemoPorts,
  booksFolder: string,
  begun: () => void,
): Promise<void> {
  const people = await seedPeople(databases);
  if (people.length > 0) begun();
  await seedPasswords(databases, people, demoPassword);
  await seedCards(identity, addCard);
  const addMissing: AddBook = async (file, options) => {
    const known = await Promise.all(
      regions.map((region) => findStored(databases[region], { id: options.id, checksum: "" })),
    );
    return known.every(Boolean) ? options.id : addBook(file, options);
  };
  // Books take longest and load the machine: a statement that times out must not fail the first start.
  await seedBooks((file, options) => retryOnceIfUnavailable(() => addMissing(file, options)), booksFolder);
  if (people.length > 0) await seedChildren(databases, identity, { addReading, addBookmarks });
  if (people.length > 0) await seedReadingDays(databases, identity, addReadingDays);
  await seedReadings(identity, { addReading, addBookmarks });
  if (people.length > 0) await seedAssignments(identity, addAssignment);
}
