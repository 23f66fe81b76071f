import { nameInLists } from "~/control-panel/frame/name-in-lists";
import type { FoundPerson } from "~/services/contracts/pages/found-person";
import type { Candidate } from "./picker";

/** A person found by a search, to be chosen: with username and classes. */
export function personCandidate({ username, groups, ...person }: FoundPerson): Candidate {
  return { id: person.id, name: nameInLists(person), detail: [username, ...groups].filter(Boolean).join(", ") };
}
