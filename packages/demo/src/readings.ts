import { type Realm, realms } from "~/realms/realm";
import type { IdentityDirectory } from "~/services/.server/directory/identity";
import { noProfile, type ReaderKey } from "~/services/.server/directory/people/reader-profile";

/** Sets a reader's position to a fraction of a book, 0 to 1, unless there is one already; later calls count as later readings. */
export type AddReading = (realm: Realm, reader: ReaderKey, bookId: string, progress: number) => Promise<void>;

/** Adds bookmarks at fractions of a book, 0 to 1, unless the reader has some in it already. */
export type AddBookmarks = (realm: Realm, reader: ReaderKey, bookId: string, parts: readonly number[]) => Promise<void>;

type Reading = [bookId: string, progress: number, marked?: readonly number[]];

/** Books in the realm's own language; added last, so that they are first on the shelf. */
const own: Record<Realm, Reading[]> = {
  de: [["die-brieftaube", 0.55, [0.12, 0.5]]],
  fi: [["talvimaja", 0.4, [0.1, 0.35]]],
  fr: [["le-phare-de-lou", 0.5, [0.4]]],
  nl: [["de-kaart-van-opa", 0.35, [0.2, 0.3]]],
  no: [["fjordpost", 0.6, [0.2, 0.55]]],
  se: [["lyktan", 0.4, [0.25]]],
  uk: [["the-clock-mender", 0.45, [0.15, 0.4]]],
  us: [["the-clock-mender", 0.3, [0.15, 0.28]]],
};

const everywhere: Record<string, Reading[]> = {
  student: [["hopp", 0.5]],
  teacher: [["the-salt-road", 0.12, [0.05]]],
  guardian: [["abeilles", 0.7]],
  family: [
    ["qamar", 0.45],
    ["the-salt-road", 0.31, [0.06, 0.17, 0.29]],
  ],
};

/** Adds reading positions and bookmarks of the demo people. Running it again changes nothing. */
export async function seedReadings(
  identity: Pick<IdentityDirectory, "findByUsername">,
  { addReading, addBookmarks }: { addReading: AddReading; addBookmarks: AddBookmarks },
): Promise<void> {
  for (const realm of realms) {
    for (const [name, others] of Object.entries(everywhere)) {
      const person = await identity.findByUsername(realm, `${name}.${realm}`);
      if (!person) continue;
      const reader = { uid: person.uid, profileId: noProfile };
      for (const [bookId, progress, marked] of [...others, ...own[realm]]) {
        await addReading(realm, reader, bookId, progress);
        if (marked) await addBookmarks(realm, reader, bookId, marked);
      }
    }
  }
}
