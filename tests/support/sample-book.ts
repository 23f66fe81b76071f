import type { Realm } from "~/realms/realm";
import { addBook } from "~/services/.server/library/add-book";
import { diskStorage } from "~/services/.server/library/disk-storage";
import { ingestBook } from "~/services/.server/library/ingest/ingest-book";
import { epubFiles, writeEpub } from "./make-epub";
import type { Databases } from "./session-scene";
import { temporaryFolder } from "./temporary-folder";

/** Adds a small book, whose files stay in a folder of their own, to the catalogues of realms, in some of them as a sample. */
export async function addSampleBook(
  databases: Databases,
  book: { id: string; realms: Realm[]; sampleIn: Realm[] },
): Promise<void> {
  const storage = diskStorage(await temporaryFolder("sample-book"));
  await addBook(await writeEpub(epubFiles()), book, { databases, storage, ingest: ingestBook });
}
