import type { Databases } from "~/db/.server/connect";
import type { Caller } from "~/services/.server/directory/caller";
import type { IdentifiedPerson, IdentityDirectory } from "~/services/.server/directory/identity";
import { diskStorage } from "~/services/.server/library/disk-storage";
import { ingestBook } from "~/services/.server/library/ingest/ingest-book";
import { createLibrary, type Library } from "~/services/.server/library/library-service";
import { testDatabases } from "./database";
import { epubFiles, writeEpub } from "./make-epub";
import { temporaryFolder } from "./temporary-folder";

/** The library service with its own databases and folder, for one reader. */
export type LibraryScene = {
  databases: Databases;
  /** The folder in which books are stored. */
  root: string;
  library: Library;
  /** The directory's data about the reader; tests may change it. */
  reader: { upToAge: number | null; scopes: string[] };
  /** Adds a small book with this id, offered in Sweden. */
  addBook(id: string): Promise<string>;
};

export const libraryContext = {
  realm: "se",
  region: "eu",
  origin: "http://localhost:3000",
  requestId: "r",
  ipAddress: null,
} as const;
export const readerUid = "0d8f2a4e-5b1c-4e7a-9f3d-6c2b1a0e9d8c";

function personWith(change: Partial<IdentifiedPerson> = {}): IdentifiedPerson {
  return {
    uid: readerUid,
    legacyId: 1,
    realm: "se",
    type: "student",
    places: [],
    ownGroups: [],
    username: "reader",
    name: "Reader",
    preferredName: null,
    email: null,
    status: "active",
    sharedAccount: false,
    roles: ["student"],
    scopes: [],
    subscriptions: [],
    isStepUpRequired: false,
    speakingBookRights: false,
    ...change,
  };
}

/** @param actor uid of the user who impersonates the reader */
export function readerWith(person: Partial<IdentifiedPerson> = {}, actor: string | null = null): Caller {
  const token = {
    acr: null,
    authTime: 0,
    sessionId: "s",
    actor,
    actorIsSuper: false,
    isReaderOnly: false,
    joinedProfileId: null,
  };
  return { ...libraryContext, user: { uid: person.uid ?? readerUid, person: personWith(person), ...token } };
}

export async function libraryScene(): Promise<LibraryScene> {
  const databases = await testDatabases();
  const root = await temporaryFolder("books");
  const reader: LibraryScene["reader"] = { upToAge: null, scopes: ["ilt.user.se.write"] };
  // why: users belong to the directory, which has its own tests; the library only uses this port.
  const identity: IdentityDirectory = {
    findByUsername: async () => null,
    findByUid: async (_realm, uid) => (uid === readerUid ? personWith({ scopes: reader.scopes }) : null),
    findByUidWith: () => async () => null,
    noteActing: async () => undefined,
    noteActingEnds: async () => undefined,
    mayActAs: async () => false,
    badgeHolders: async () => new Set(),
    mayStaySignedIn: async () => false,
    pictureHolders: async () => new Set(),
    smsNumberOf: async () => null,
    findByExternal: async () => null,
  };
  const library = createLibrary({
    databases,
    storage: diskStorage(root),
    ingest: ingestBook,
    identity,
    contentOrigin: null,
    bookBackEnd: null,
    mayViewShelf: async () => false,
    ledCodeGuesses: { count: async () => undefined, refund: async () => undefined },
    ageLimitOf: async () => reader.upToAge,
    queue: { send: async () => undefined },
    report(error) {
      throw error;
    },
  });
  const addBook = async (id: string) => library.addBook(await writeEpub(epubFiles()), { realms: ["se"], id });
  return { databases, root, library, reader, addBook };
}
