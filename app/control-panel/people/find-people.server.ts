import type { Candidate } from "~/control-panel/forms/picker";
import type { Panel } from "~/control-panel/frame/panel.server";
import { isActive } from "~/control-panel/frame/person-kinds";
import { getTranslator } from "~/i18n/i18n.server";
import type { PersonEntity } from "~/services/contracts/control-panel-entities";

/** Searches on a person's page: pupils or guardians to add, organisations to join. */

const placesSearched = 3;
const maxCandidates = 10;

function searchOf(request: Request, name: string): string | null {
  const text = (new URL(request.url).searchParams.get(name) ?? "").trim();
  return text ? text.slice(0, 200) : null;
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

/** Pupils for a guardian, guardians for a pupil, in the person's own schools; existing relations are excluded. */
export async function findRelatives(
  panel: Panel,
  request: Request,
  entity: PersonEntity,
  known: PersonEntity[],
): Promise<Candidate[] | null> {
  const q = searchOf(request, "relative");
  if (q === null || entity.type === "employees" || !isActive(entity, "EditUserInfo")) return null;
  const call = entity.type === "guardians" ? "getStudents" : "getGuardians";
  const query = {
    q,
    filters: JSON.stringify({ exceptIds: known.map(({ id }) => id) }),
    pageSize: maxCandidates,
    sortBy: "name",
    sortOrder: "asc",
  };
  const places = (entity.attributes.organizations.value ?? []).slice(0, placesSearched);
  const responses = await Promise.all(
    places.map(({ id }) => panel.client[call]({ params: { id }, query }, panel.credentials)),
  );
  const people = new Map(responses.flatMap(({ body }) => body.data).map((person) => [person.id, person]));
  return [...people.values()].slice(0, maxCandidates).map(asCandidate);
}

/** Organisations that the user administers and the person does not belong to. */
export async function findPlaces(panel: Panel, request: Request, entity: PersonEntity): Promise<Candidate[] | null> {
  const q = searchOf(request, "place");
  if (q === null || entity.attributes.organizations.editable !== 2) return null;
  const own = (entity.attributes.organizations.value ?? []).map((place) => place.id);
  const filters = JSON.stringify({ administered: true, exceptIds: own });
  const query = { q, filters, pageSize: maxCandidates, sortBy: "name", sortOrder: "asc" };
  const { body } = await panel.client.getOrganizations({ query }, panel.credentials);
  const t = await getTranslator(request, "control-panel");
  return body.data.map(({ id, attributes: { name, type, city } }) => ({
    id,
    name: name.value ?? "",
    detail: [t(`organizationTypes.${type.value}`), city.value].filter(Boolean).join(", "),
  }));
}
