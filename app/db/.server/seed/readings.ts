import { type Realm, realms } from "../../../realms/realm";
import type { IdentityDirectory } from "../../../services/.server/directory/identity";

/** Puts somebody at a part of a book, 0 to 1, unless they have a place in it already; the later call is the later reading. */
export type AddReading = (realm: Realm, uid: string, bookId: string, progress: number) => Promise<void>;

type Reading = [bookId: string, progress: number];

/** Begun books in the realm's own language first, so that a shelf opens with what its child is in the middle of. */
const own: Record<Realm, Reading[]> = {
  de: [["die-brieftaube", 0.55]],
  fi: [["talvimaja", 0.4]],
  fr: [["le-phare-de-lou", 0.5]],
  nl: [["de-kaart-van-opa", 0.35]],
  no: [["fjordpost", 0.6]],
  se: [["lyktan", 0.4]],
  uk: [["the-clock-mender", 0.45]],
  us: [["the-clock-mender", 0.3]],
};

const everywhere: Record<string, Reading[]> = {
  student: [["hopp", 0.5]],
  teacher: [["the-salt-road", 0.12]],
  guardian: [["abeilles", 0.7]],
  family: [
    ["qamar", 0.45],
    ["the-salt-road", 0.31],
  ],
};

/** Reading under way of the demonstration's people. Running it again changes nothing. */
export async function seedReadings(
  identity: Pick<IdentityDirectory, "findByUsername">,
  addReading: AddReading,
): Promise<void> {
  for (const realm of realms) {
    for (const [name, others] of Object.entries(everywhere)) {
      const person = await identity.findByUsername(realm, `${name}.${realm}`);
      if (!person) continue;
      for (const [bookId, progress] of [...others, ...own[realm]]) {
        await addReading(realm, person.uid, bookId, progress);
      }
    }
  }
}
