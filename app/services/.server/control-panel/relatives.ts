import { mayDoToPerson, type PersonProof } from "~/services/.server/directory/authorisation";
import { listPeople } from "~/services/.server/directory/lists/people-list";
import type { Person } from "~/services/.server/directory/people/people-store";

/** The guardians of a pupil or the pupils of a guardian whom the caller may view, by name; at most 100. */
export async function listRelatives({ database, access, person }: PersonProof): Promise<Person[]> {
  const filters = person.type === "guardian" ? { guardianUid: person.uid } : { studentUid: person.uid };
  const { people } = await listPeople(database, {
    realm: access.realm,
    organization: null,
    callerId: access.userId,
    filters: { ...filters, types: [person.type === "guardian" ? "student" : "guardian"] },
    sorts: [{ by: "name", order: "asc" }],
    page: { number: 1, size: 100, cursor: null },
    count: "capped",
  });
  return people.filter((other) => mayDoToPerson(access, other, "ViewUserInfo"));
}
