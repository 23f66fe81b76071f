import type { GroupProof } from "~/services/.server/directory/authorisation";
import { mayDoToPerson } from "~/services/.server/directory/authorisation";
import { findJoinedByCode } from "~/services/.server/directory/groups/group-codes";
import { findPeople } from "~/services/.server/directory/people/people-store";
import { mayOnGroup } from "~/services/.server/directory/permissions";
import type { JoinedPupil } from "~/services/contracts/control-panel-entities";

/** Maximum number of pupils returned who joined by the code. */
const maxJoined = 100;

/** Pupils who joined a group by its code and whom the caller may view, latest first. */
export async function findGroupJoined({ database, access, group, relation }: GroupProof): Promise<JoinedPupil[]> {
  const joined = await findJoinedByCode(database, group, maxJoined);
  const people = await findPeople(
    database,
    joined.map(({ id }) => id),
    access.userId,
  );
  const times = new Map(joined.map(({ id, joinedAt }) => [id, joinedAt]));
  return people
    .filter((person) => mayDoToPerson(access, person, "ViewUserInfo"))
    .map((person) => ({
      id: person.uid,
      name: person.name,
      username: person.username,
      joinedAt: times.get(person.id) ?? "",
      removable: mayOnGroup(relation, "EditGroup") && mayDoToPerson(access, person, "EditUserInfo"),
    }));
}
