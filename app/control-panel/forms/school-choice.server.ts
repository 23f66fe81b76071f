import { maxListedOrganizations, type Panel } from "~/control-panel/frame/panel.server";
import { type Choices, chosenSchoolField, searchFieldOf, searchIntent } from "./choices";
import { searchChoices, withChosen } from "./choices.server";

type Named = { id: string; name: string };

/** Schools offered by a page that shows one school. */
export type SchoolsToChoose = {
  /** Schools for a select box; empty if there are too many. */
  organizations: Named[];
  /** Set instead of `organizations` if there are too many for a select box: the service searches. */
  choices: Choices | null;
};

/** @param chosen the school shown on the page, and the known schools to choose from */
export async function schoolsToChoose(
  panel: Panel,
  request: Request,
  { organization, organizations }: { organization: Named; organizations: Named[] },
): Promise<SchoolsToChoose> {
  if (organizations.length <= maxListedOrganizations) return { organizations, choices: null };
  const parameters = new URL(request.url).searchParams;
  const q = parameters.get("intent") === searchIntent ? parameters.get(searchFieldOf(chosenSchoolField)) : null;
  const results = await searchChoices(panel, request, { of: "organizations" }, q ?? "");
  return { organizations: [], choices: withChosen(results, [{ ...organization, detail: "" }]) };
}
