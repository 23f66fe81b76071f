import type { Choice, Choices } from "~/control-panel/forms/choices";
import { organizationCandidates, withChosen } from "~/control-panel/forms/choices.server";
import type { Panel } from "~/control-panel/frame/panel.server";
import { orThrowResponse } from "~/forms/service-errors.server";
import type { PersonKind } from "~/services/contracts/person-kinds";
import { isUid } from "~/services/contracts/uid";
import type { FormPerson } from "./person-form-schema";

/** What the form of a new person shows: its fields, the organisations to choose from and the classes of the chosen one. */
export type NewPersonRead = {
  form: Pick<FormPerson, "fields" | "mayEditOrganizations">;
  places: Choices;
  chosen: Choice[];
  classes: Array<{ id: string; name: string }>;
};

type Wanted = {
  kind: PersonKind;
  /** Search term for the organisations; without one none are read. */
  q?: string;
  /** Ids of the chosen organisations; undefined: the only one there is. */
  chosen?: readonly string[] | undefined;
};

/** @throws Response 403 if the user may not create people */
export async function readNewPerson(
  panel: Panel,
  request: Request,
  { kind, q, chosen }: Wanted,
): Promise<NewPersonRead> {
  const query = { q, chosen: chosen?.filter(isUid).slice(0, 100).join(",") };
  const call = panel.client.getNewPersonPage({ params: { kind }, query }, panel.credentials);
  const { choices, chosen: found, classes, ...form } = (await orThrowResponse(call, request)).body.data;
  const known = await organizationCandidates(request, found);
  const organizations = await organizationCandidates(request, choices.organizations);
  const places = withChosen({ choices: organizations, hasMore: choices.hasMore, q: q ?? "" }, known);
  return { form, places, chosen: known, classes };
}
