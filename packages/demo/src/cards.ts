import { type Realm, realms } from "~/realms/realm";
import type { IdentityDirectory } from "~/services/.server/directory/identity";
import { demoCard } from "~/services/contracts/library-card";

export type AddCard = (realm: Realm, card: { uid: string; number: string; pin: string }) => Promise<void>;

/** Adds the library card of each realm's `student.{realm}`. Running it again changes nothing. */
export async function seedCards(identity: Pick<IdentityDirectory, "findByUsername">, addCard: AddCard): Promise<void> {
  for (const realm of realms) {
    const student = await identity.findByUsername(realm, `student.${realm}`);
    if (student) await addCard(realm, { uid: student.uid, ...demoCard(realm) });
  }
}
