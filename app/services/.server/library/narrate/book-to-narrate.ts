import { eq } from "drizzle-orm";
import type { Databases } from "~/db/.server/connect";
import type { Book } from "~/epub/book";
import { type Realm, type Region, realms, regionOf } from "~/realms/realm";
import { books, catalogue, type ShelfRecord } from "~/services/.server/library/tables";

export type BookToNarrate = {
  id: string;
  version: string;
  manifest: Book;
  shelf: ShelfRecord;
  /** The countries whose catalogue has this version. */
  realms: Realm[];
};

/** A stored book; null if no catalogue has it. Where a region has another version, that one is left as it is. */
export async function findBookToNarrate(databases: Databases, id: string): Promise<BookToNarrate | null> {
  let found = null as BookToNarrate | null;
  for (const region of [...new Set(realms.map(regionOf))] as Region[]) {
    const { version, manifest, shelf } = books;
    const columns = { id: books.id, version, manifest, shelf };
    const [book] = await databases[region].select(columns).from(books).where(eq(books.id, id)).limit(1);
    if (!book || (found && found.version !== book.version)) continue;
    const rows = await databases[region]
      .select({ realm: catalogue.realm })
      .from(catalogue)
      .where(eq(catalogue.bookId, id));
    const offering = realms.filter((realm) => regionOf(realm) === region && rows.some((row) => row.realm === realm));
    found = { ...book, realms: [...(found?.realms ?? []), ...offering] };
  }
  return found && found.realms.length > 0 ? found : null;
}
