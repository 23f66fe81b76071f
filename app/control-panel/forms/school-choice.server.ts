import { fewAtMost, type Panel } from "~/control-panel/frame/panel.server";
import { type Choices, chosenSchoolField, searchFieldOf, searchIntent } from "./choices";
import { findChoices, withChosen } from "./choices.server";

type Named = { id: string; name: string };

/** The schools that a page which works on one of them offers. */
export type SchoolsToChoose = {
  /** Few enough to be looked through in a box. */
  organizations: Named[];
  /** Instead of the box, where there are more: the service searches. */
  choices: Choices | null;
};

/** @param chosen the school that the page is about, and those that the panel knows to choose from */
export async function schoolsToChoose(
  panel: Panel,
  request: Request,
  { organization, organizations }: { organization: Named; organizations: Named[] },
): Promise<SchoolsToChoose> {
  if (organizations.length <= fewAtMost) return { organizations, choices: null };
  const parameters = new URL(request.url).searchParams;
  const q = parameters.get("intent") === searchIntent ? parameters.get(searchFieldOf(chosenSchoolField)) : null;
  const found = await findChoices(panel, request, { of: "organizations" }, q ?? "");
  return { organizations: [], choices: withChosen(found, [{ ...organization, detail: "" }]) };
}
