import { z } from "zod";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { parentTypes } from "~/control-panel/organizations/organization-types";
import { orRefuse } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import type { GroupEntity, OrganizationEntity } from "~/services/contracts/control-panel-entities";
import { uidSchema } from "~/services/contracts/uid";
import type { Choice, ChoiceSource, Choices } from "./choices";

/** What forms choose from is searched by the service: there may be thousands of schools. */

const shownAtMost = 20;

const query = (q: string, filters: object) => ({
  ...(q.trim() ? { q: q.trim().slice(0, 200) } : {}),
  filters: JSON.stringify(filters),
  pageSize: shownAtMost,
  sortBy: "name",
  sortOrder: "asc",
});

/** By a part of the name; the first by name where nothing is searched for. */
export async function findChoices(panel: Panel, request: Request, source: ChoiceSource, q: string): Promise<Choices> {
  if (source.of === "groups") {
    const { organization: id, except } = source;
    const filters = { organization: id, ...(except ? { exceptIds: [except] } : {}) };
    const call = panel.client.getOrganizationGroups({ params: { id }, query: query(q, filters) }, panel.credentials);
    const { body } = await orRefuse(call, request);
    return { choices: body.data.map(groupChoice), hasMore: body.meta.nextCursor !== null, q };
  }
  const filters = { administered: true, ...(source.of === "parents" ? { type: parentTypes } : {}) };
  const call = panel.client.getOrganizations({ query: query(q, filters) }, panel.credentials);
  const { body } = await orRefuse(call, request);
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

/** Organisations by their ids, so that a form can name what was chosen; those that are out of scope are left out. */
export async function organizationsById(panel: Panel, request: Request, ids: readonly string[]): Promise<Choice[]> {
  const known = ids.filter((id) => uidSchema.safeParse(id).success).slice(0, 100);
  if (known.length === 0) return [];
  const filters = JSON.stringify({ ids: known, administered: true });
  const call = panel.client.getOrganizations({ query: { filters, pageSize: 100 } }, panel.credentials);
  return organizationChoices(request, (await orRefuse(call, request)).body.data);
}

/** The choices of a search with those that are chosen already in front. */
export function withChosen(found: Choices, chosen: readonly Choice[]): Choices {
  const ids = new Set(chosen.map(({ id }) => id));
  return { ...found, choices: [...chosen, ...found.choices.filter(({ id }) => !ids.has(id))] };
}

const searchSchema = z.object({ q: z.string().max(200).default("") });
const sourceSchema = z.discriminatedUnion("of", [
  z.object({ of: z.enum(["organizations", "parents"]) }),
  z.object({ of: z.literal("groups"), organization: uidSchema, except: uidSchema.optional() }),
]);

/** What the browser asks for while somebody searches in a form. @throws Response 400 for what no form of ours asks */
export async function loadChoices(request: Request): Promise<Choices> {
  const panel = await authorisePanel(request);
  const parameters = Object.fromEntries(new URL(request.url).searchParams);
  const search = searchSchema.safeParse(parameters);
  const source = sourceSchema.safeParse(parameters);
  if (!search.success || !source.success) throw new Response(null, { status: 400 });
  return findChoices(panel, request, source.data, search.data.q);
}
