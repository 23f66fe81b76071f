import type { Databases } from "~/db/.server/connect";
import type { CredentialService, IdentityDirectory } from "~/services/.server/directory/identity";
import type { Library } from "~/services/.server/library/library-service";
import type { AddAssignment } from "~/services/.server/submissions/seed-assignment";

/** The demonstration's data, from `packages/demo`. A product that is built without that folder has none. */

/** Functions of the services that write it. */
export type DemoPorts = Pick<Library, "addBook" | "addReading" | "addBookmarks" | "addReadingDays"> & {
  addAssignment: AddAssignment;
  addCard: CredentialService["addLibraryCard"];
  identity: Pick<IdentityDirectory, "findByUsername">;
};

type Demo = {
  seedDemo(databases: Databases, ports: DemoPorts, booksFolder: string, begun: () => void): Promise<void>;
};

const [loadDemo] = Object.values(import.meta.glob<Demo>("/packages/demo/src/seed-demo.ts"));

/**
 * Adds the demonstration's data. Running it again changes nothing.
 * @param booksFolder contains the demonstration's books as .epub files
 * @param begun called if people were added, because the rest takes long
 * @throws Error if the product was built without the demonstration
 */
export async function addDemoData(
  databases: Databases,
  ports: DemoPorts,
  booksFolder: string,
  begun: () => void,
): Promise<void> {
  if (!loadDemo) throw new Error("This product was built without packages/demo, so there is no demonstration");
  const { seedDemo } = await loadDemo();
  await seedDemo(databases, ports, booksFolder, begun);
}
