import type { FoundPerson } from "~/services/contracts/pages/found-person";
import type { Candidate } from "./picker";

/** A person found by a search, to be chosen: with username and classes. */
export function personCandidate({ id, name, username, groups }: FoundPerson): Candidate {
  return { id, name, detail: [username, ...groups].filter(Boolean).join(", ") };
}
