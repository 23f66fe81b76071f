import type { Candidate } from "~/control-panel/forms/picker";
import type { PersonEntity } from "~/services/contracts/control-panel-entities";
import type { FoundPerson } from "~/services/contracts/pages/found-person";

/** People found by a search, to be chosen: with username and classes. */

export function personCandidate({ id, name, username, groups }: FoundPerson): Candidate {
  return { id, name, detail: [username, ...groups].filter(Boolean).join(", ") };
}

export function asCandidate(person: PersonEntity): Candidate {
  const { name, username, groups } = person.attributes;
  const classes = (groups.value ?? []).map((group) => group.name);
  return {
    id: person.id ?? "",
    name: name.value ?? "",
    detail: [username.value, ...classes].filter(Boolean).join(", "),
  };
}
