import type { Databases } from "~/db/.server/connect";
import { type Realm, realms, regionOf } from "~/realms/realm";
import type { IdentityDirectory } from "~/services/.server/directory/identity";
import { createProfile, listOwnProfiles } from "~/services/.server/directory/people/family-profiles";
import type { ProfileValues } from "~/services/contracts/family-profiles";
import type { AddBookmarks, AddReading } from "./readings";

/** Two children of each country's family; the second is too young for some of the books. */
const names: Record<Realm, [string, string]> = {
  de: ["Emma", "Ben"],
  fi: ["Aino", "Onni"],
  fr: ["Lina", "Hugo"],
  nl: ["Saar", "Daan"],
  no: ["Nora", "Iver"],
  se: ["Alma", "Nils"],
  uk: ["Isla", "Alfie"],
  us: ["Maya", "Theo"],
};

/** Adds the child profiles of the demo families; none if a family has some already. */
export async function seedChildren(
  databases: Databases,
  identity: Pick<IdentityDirectory, "findByUsername">,
  { addReading, addBookmarks }: { addReading: AddReading; addBookmarks: AddBookmarks },
): Promise<void> {
  for (const realm of realms) {
    const family = await identity.findByUsername(realm, `family.${realm}`);
    if (!family) continue;
    const database = databases[regionOf(realm)];
    const owner = { realm, uid: family.uid };
    if ((await listOwnProfiles(database, owner)).length > 0) continue;
    const [older, younger] = names[realm];
    const children: ProfileValues[] = [
      { name: older, avatar: "fox", ageLimit: null, words: "on" },
      { name: younger, avatar: "frog", ageLimit: 6, words: "on" },
    ];
    for (const [index, values] of children.entries()) {
      const { id } = await createProfile(database, owner, values);
      const reader = { uid: family.uid, profileId: id };
      await addReading(realm, reader, "hopp", index === 0 ? 0.6 : 0.3);
      if (index === 0) await addBookmarks(realm, reader, "hopp", [0.2, 0.5]);
    }
  }
}
