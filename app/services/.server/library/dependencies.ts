import type { Databases } from "~/db/.server/connect";
import type { Realm, Region } from "~/realms/realm";
import type { IdentityDirectory } from "~/services/.server/directory/identity";
import type { Caller } from "~/services/.server/endpoint";
import type { Ingest } from "./add-book";
import type { BookStorage } from "./storage";

/** What the library service stands on. */
export type LibraryDependencies = {
  databases: Databases;
  storage: BookStorage;
  /** Takes an unpacked file in; in a thread of its own where the process was built. */
  ingest: Ingest;
  identity: IdentityDirectory;
  /** Where content is served from, when not from the product's own origin. */
  contentOrigin: string | null;
  /** The alternative book back end; null where there is none. */
  bookBackEnd: string | null;
  /** The age up to which books stand on a person's shelf; null for all. */
  ageLimitOf(realm: Realm, uid: string): Promise<number | null>;
  /** Sets a worker going on a file that a super user has sent. */
  wake(region: Region, uploadId: string): Promise<void>;
  /** Where errors go that nobody expected. */
  report(error: unknown): void;
  /** Whether the caller may see another person's shelf. */
  mayViewShelf(caller: Caller, uid: string): Promise<boolean>;
};
