import type { Databases } from "~/db/.server/connect";
import type { Realm } from "~/realms/realm";
import type { Caller } from "~/services/.server/directory/caller";
import type { IdentityDirectory } from "~/services/.server/directory/identity";
import type { JobQueue } from "~/services/.server/jobs/queue";
import type { Ingest } from "./add-book";
import type { LedCodeGuesses } from "./led/led-code-guesses";
import type { BookStorage } from "./storage";

/** Dependencies of the library service. */
export type LibraryDependencies = {
  databases: Databases;
  storage: BookStorage;
  /** Ingests an uploaded file; in a worker thread if the process was built. */
  ingest: Ingest;
  identity: IdentityDirectory;
  /** Origin that serves content, if not the product's own. */
  contentOrigin: string | null;
  /** Address of the alternative book back end; null if there is none. */
  bookBackEnd: string | null;
  /** Age limit for books on a person's shelf; null for none. */
  ageLimitOf(realm: Realm, uid: string): Promise<number | null>;
  queue: Pick<JobQueue, "send">;
  ledCodeGuesses: LedCodeGuesses;
  /** Reports unexpected errors. */
  report(error: unknown): void;
  /** Whether the caller may see another person's shelf. */
  mayViewShelf(caller: Caller, uid: string): Promise<boolean>;
};
