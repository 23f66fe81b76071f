import type { Access } from "~/services/.server/directory/access";
import type { PersonProof } from "~/services/.server/directory/authorisation";
import { findPerson, type Person } from "~/services/.server/directory/people/people-store";
import { notFound } from "~/services/contracts/service-error";
import { personEntity } from "./entities";

export function personResponse(access: Access, person: Person) {
  return { data: personEntity(access, person), meta: { version: person.version } };
}

/** The response to a change: the person as now stored. @throws ServiceError 404 if deleted meanwhile */
export async function readAgain({ database, access, person }: PersonProof) {
  const again = await findPerson(database, access.realm, person.uid, access.userId);
  if (!again) throw notFound();
  return { status: 200 as const, body: personResponse(access, again) };
}
