import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { hiddenField } from "~/forms/form-fields";
import { readForm } from "~/forms/read-form";
import { orThrowResponse } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import type { OrganizationChoice } from "~/services/contracts/pages/organization-choices";
import { isUid, uidSchema } from "~/services/contracts/uid";
import { type Choice, type ChoiceSource, type Choices, searchFieldOf } from "./choices";

/** Choices are searched by the service, since there may be thousands of schools. */

/** Search term for the choices of a form's field. */
export function searchTermOf(formData: FormData, field: string): string {
  const name = searchFieldOf(field);
  return readForm(formData, z.object({ [name]: hiddenField })).values[name] ?? "";
}

/** Searches by part of the name; without a search term, the first by name. */
export async function searchChoices(
  { client, credentials }: Panel,
  request: Request,
  source: ChoiceSource,
  q: string,
): Promise<Choices> {
  const term = q.trim().slice(0, 200);
  if (source.of === "groups") {
    const { organization: id, except } = source;
    const call = client.getGroupChoices({ params: { id }, query: { q: term, except } }, credentials);
    const { groups, hasMore } = (await orThrowResponse(call, request)).body.data;
    return { choices: groups.map((group) => ({ ...group, detail: "" })), hasMore, q };
  }
  const areParents = source.of === "parents" ? ("true" as const) : undefined;
  const call = client.getOrganizationChoices({ query: { q: term, areParents } }, credentials);
  const { organizations, hasMore } = (await orThrowResponse(call, request)).body.data;
  return { choices: await organizationCandidates(request, organizations), hasMore, q };
}

/** Organisations to choose from, with type and city, which tell apart those of the same name. */
export async function organizationCandidates(
  request: Request,
  organizations: readonly OrganizationChoice[],
): Promise<Choice[]> {
  const t = await getTranslator(request, "control-panel");
  return organizations.map(({ id, name, type, city }) => ({
    ...{ id, name },
    detail: [t(`organizationTypes.${type}`), city].filter(Boolean).join(", "),
  }));
}

/** Organisations by id, so that a form can show their names; those out of scope are omitted. */
export async function organizationsById(
  { client, credentials }: Panel,
  request: Request,
  ids: readonly string[],
): Promise<Choice[]> {
  const known = ids.filter(isUid).slice(0, 100);
  if (known.length === 0) return [];
  const call = client.getOrganizationChoices({ query: { ids: known.join(",") } }, credentials);
  return organizationCandidates(request, (await orThrowResponse(call, request)).body.data.organizations);
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
