import type { Access } from "~/services/.server/directory/access";
import type { Person } from "~/services/.server/directory/people/people-store";
import type { FoundPerson } from "~/services/contracts/pages/found-person";
import { personRow } from "./person-row";

/** A person as a search of a page returns them, as far as the caller may view them. */
export function foundPerson(access: Access, person: Person): FoundPerson {
  const { id, name, preferredName, username, groups } = personRow(access, person, { mayMove: false });
  return { id, name, preferredName, username, groups };
}
