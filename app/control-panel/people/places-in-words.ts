import type { PersonSummary } from "~/services/contracts/pages/person-page";

/** Classes and schools of a person on one line. */
export function placesInWords({ groups, organizations }: Pick<PersonSummary, "groups" | "organizations">): string {
  return [...groups, ...organizations].map(({ name }) => name).join(" · ");
}
