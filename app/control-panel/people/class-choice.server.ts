import type { Panel } from "~/control-panel/frame/panel.server";
import { orThrowResponse } from "~/forms/service-errors.server";
import type { PersonKind } from "~/services/contracts/person-kinds";

/** Maximum number of classes to choose from; the person's page offers all of them. */
const classesInBox = 100;

/** Classes to which a new person can be added: for a pupil with one school those of that school, otherwise none. */
export async function classesToChoose(
  panel: Panel,
  request: Request,
  kind: PersonKind,
  schools: ReadonlyArray<{ id: string }>,
): Promise<Array<{ id: string; name: string }>> {
  const [school] = schools;
  if (kind !== "students" || school === undefined || schools.length > 1) return [];
  const query = { pageSize: classesInBox, sortBy: "name", sortOrder: "asc" };
  const call = panel.client.getOrganizationGroups({ params: { id: school.id }, query }, panel.credentials);
  const { body } = await orThrowResponse(call, request);
  return body.data
    .filter((group) => group.attributes.organization.value?.id === school.id)
    .map((group) => ({ id: group.id ?? "", name: group.attributes.name.value ?? "" }));
}
