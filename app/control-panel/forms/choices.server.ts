import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { hiddenField } from "~/forms/form-fields";
import { readForm } from "~/forms/read-form";
import { orThrowResponse } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import type { GroupEntity, OrganizationEntity } from "~/services/contracts/control-panel-entities";
import { uidSchema } from "~/services/contracts/uid";
import { type Choice, type ChoiceSource, type Choices, searchFieldOf } from "./choices";
import { parentTypes } from "./organization-types";

/** Choices are searched by the service, since there may be thousands of schools. */

const maxChoices = 20;

const query = (q: string, filters: object) => ({
  ...(q.trim() ? { q: q.trim().slice(0, 200) } : {}),
  filters: JSON.stringify(filters),
  pageSize: maxChoices,
  sortBy: "name",
  sortOrder: "asc",
});

/** Search term for the choices of a form's field. */
export function searchTermOf(formData: FormData, field: string): string {
  const name = searchFieldOf(field);
  return readForm(formData, z.object({ [name]: hiddenField })).values[name] ?? "";
}

/** Searches by part of the name; without a search term, the first by name. */
export async function searchChoices(panel: Panel, request: Request, source: ChoiceSource, q: string): Promise<Choices> {
  if (source.of === "groups") {
    const { organization: id, except } = source;
    const filters = { organization: id, ...(except ? { exceptIds: [except] } : {}) };
    const call = panel.client.getOrganizationGroups({ params: { id }, query: query(q, filters) }, panel.credentials);
    const { body } = await orThrowResponse(call, request);
    return { choices: body.data.map(groupChoice), hasMore: body.meta.nextCursor !== null, q };
  }
  const filters = { administered: true, ...(source.of === "parents" ? { type: parentTypes } : {}) };
  const call = panel.client.getOrganizations({ query: query(q, filters) }, panel.credentials);
  const { body } = await orThrowResponse(call, request);
  return { choices: await organizationChoices(request, body.data), hasMore: body.meta.nextCursor !== null, q };
}

const groupChoice = ({ id, attributes }: GroupEntity): Choice => ({
  id: id ?? "",
  name: attributes.name.value ?? "",
  detail: "",
});

async function organizationChoices(request: Request, organizations: OrganizationEntity[]): Promise<Choice[]> {
  const t = await getTranslator(request, "control-panel");
  return organizations.map(({ id, attributes: { name, type, city } }) => ({
    id,
    name: name.value ?? "",
    detail: [t(`organizationTypes.${type.value}`), city.value].filter(Boolean).join(", "),
  }));
}

/** Organisations by id, so that a form can show their names; those out of scope are omitted. */
export async function organizationsById(panel: Panel, request: Request, ids: readonly string[]): Promise<Choice[]> {
  const known = ids.filter((id) => uidSchema.safeParse(id).success).slice(0, 100);
  if (known.length === 0) return [];
  const filters = JSON.stringify({ ids: known, administered: true });
  const call = panel.client.getOrganizations({ query: { filters, pageSize: 100 } }, panel.credentials);
  return organizationChoices(request, (await orThrowResponse(call, request)).body.data);
}

/** Puts the chosen items before the other results of a search. */
export function withChosen(results: Choices, chosen: readonly Choice[]): Choices {
  const ids = new Set(chosen.map(({ id }) => id));
  return { ...results, choices: [...chosen, ...results.choices.filter(({ id }) => !ids.has(id))] };
}

const searchSchema = z.object({ q: z.string().max(200).default("") });
const sourceSchema = z.discriminatedUnion("of", [
  z.object({ of: z.enum(["organizations", "parents"]) }),
  z.object({ of: z.literal("groups"), organization: uidSchema, except: uidSchema.optional() }),
]);

/** Search results for the browser. @throws Response 400 for parameters that no form sends */
export async function loadChoices(backend: Backend, request: Request): Promise<Choices> {
  const panel = await authorisePanel(backend, request);
  const parameters = Object.fromEntries(new URL(request.url).searchParams);
  const search = searchSchema.safeParse(parameters);
  const source = sourceSchema.safeParse(parameters);
  if (!search.success || !source.success) throw new Response(null, { status: 400 });
  return searchChoices(panel, request, source.data, search.data.q);
}
