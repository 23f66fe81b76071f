import type { Databases } from "~/db/.server/connect";
import { dayIn, type Realm, realms, regionOf } from "~/realms/realm";
import type { IdentityDirectory } from "~/services/.server/directory/identity";
import { findPupilsOfGroup } from "~/services/.server/directory/people/pupils";
import type { Library } from "~/services/.server/library/library-service";

/** The second book of each realm's class, in the realm's language; all realms also read the same first book. */
const books: Record<Realm, [bookId: string, language: string]> = {
  de: ["die-brieftaube", "de"],
  fi: ["talvimaja", "fi"],
  fr: ["le-phare-de-lou", "fr"],
  nl: ["de-kaart-van-opa", "nl"],
  no: ["fjordpost", "nb"],
  se: ["lyktan", "sv"],
  uk: ["the-clock-mender", "en"],
  us: ["the-clock-mender", "en"],
};

/** Number of past days with data. */
const daysFilled = 27;
/** The demo account's student has no reading in the last week. */
const ownWeek = 8;
const day = 24 * 60 * 60 * 1000;

/** Adds reading of the last weeks for the class of each realm's teacher, so that its statistics are not empty. */
export async function seedReadingDays(
  databases: Databases,
  identity: Pick<IdentityDirectory, "findByUsername">,
  addReadingDays: Library["addReadingDays"],
): Promise<void> {
  for (const realm of realms) {
    const [teacher, student] = await Promise.all(
      ["teacher", "student"].map((name) => identity.findByUsername(realm, `${name}.${realm}`)),
    );
    const [group] = teacher?.ownGroups ?? [];
    if (group === undefined) continue;
    const pupils = await findPupilsOfGroup(databases[regionOf(realm)], realm, group);
    await addReadingDays(
      realm,
      pupils.flatMap(({ uid }, place) => daysOf(realm, uid, place, uid === student?.uid ? ownWeek : 1)),
    );
  }
}

function daysOf(realm: Realm, uid: string, place: number, from: number) {
  const [own, language] = books[realm];
  const days = Array.from({ length: daysFilled - from + 1 }, (_, index) => from + index);
  return days
    .filter((ago) => (ago * 3 + place * 5) % 7 < 3 && place % 6 !== 5)
    .map((ago) => {
      const lastAt = new Date(Date.now() - ago * day);
      const isOwn = (ago + place) % 3 !== 0;
      return {
        ...{ uid, day: dayIn(realm, lastAt), bookId: isOwn ? own : "hopp", language: isOwn ? language : "en" },
        ...{ seconds: 240 + ((ago * 97 + place * 61) % 900), lastAt: lastAt.toISOString() },
      };
    });
}
