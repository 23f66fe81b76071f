import type { Candidate } from "~/control-panel/forms/picker";
import type { FoundPerson } from "~/services/contracts/pages/found-person";

/** A person found by a search, to be chosen: with username and classes. */
export function candidateOf({ id, name, username, groups }: FoundPerson): Candidate {
  return { id, name, detail: [username, ...groups].filter(Boolean).join(", ") };
}
