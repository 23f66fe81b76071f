import type { Backend } from "~/clients/backend";
import type { Candidate } from "~/control-panel/forms/picker";
import type { Panel } from "~/control-panel/frame/panel.server";
import { isActive } from "~/control-panel/frame/person-kinds";
import { orThrowResponse } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import type { OrganizationEntity } from "~/services/contracts/control-panel-entities";
import { ServiceError } from "~/services/contracts/service-error";
import { isUid } from "~/services/contracts/uid";
import { redirectWithNotice } from "~/shell/notice.server";

/** Adding existing people to another organisation from its page. docs/product/control-panel.md#entities. */

const management = (backend: Backend) => backend.clients.customerManagement;

const maxCandidates = 10;

/** People found by name whom the user may add, without existing members; null without a search term. */
export async function findNewcomers(
  panel: Panel,
  request: Request,
  entity: OrganizationEntity,
): Promise<Candidate[] | null> {
  const q = (new URL(request.url).searchParams.get("person") ?? "").trim().slice(0, 200);
  if (!q || !mayAddPeople(entity)) return null;
  // Only super users may add people of equal or higher rank.
  const rank = panel.user.isSuperUser ? {} : { admin: false };
  const filters = JSON.stringify({ outsideOrganization: entity.id, exceptIds: [panel.user.uid], ...rank });
  const query = { q, filters, pageSize: maxCandidates, sortBy: "name", sortOrder: "asc" as const };
  const { body } = await management(panel.backend).getUsers({ query }, panel.credentials);
  return body.data.map(({ uid, name, username, schoolAssociations }) => ({
    id: uid,
    name,
    detail: [username, ...schoolAssociations.map((place) => place.name)].filter(Boolean).join(", "),
  }));
}

/** Whether the user may add people from other organisations. */
export function mayAddPeople(entity: OrganizationEntity): boolean {
  return isActive(entity, "CreateUser") && isActive(entity, "EditOrganization");
}

/** Adds a person with their current role and redirects to the page with its search and a notice. */
export async function submitPersonToOrganization(
  panel: Panel,
  request: Request,
  id: string,
  userUid: string,
): Promise<Response> {
  if (!isUid(userUid)) throw new Response(null, { status: 400 });
  const { body } = await orThrowResponse(panel.client.getOrganization({ params: { id } }, panel.credentials), request);
  const t = await getTranslator(request, "control-panel");
  const { pathname, searchParams } = new URL(request.url);
  const person = searchParams.get("person");
  // Without script the page reloads: the fragment scrolls to the search results that were just used.
  const to = `${pathname}${person ? `?person=${encodeURIComponent(person)}` : ""}#pick-person`;
  try {
    const response = await management(panel.backend).getUser({ params: { uid: userUid } }, panel.credentials);
    const { name, type } = response.body.data;
    const params = { userUid, schoolUid: id };
    await management(panel.backend).putUserSchool({ params, body: { role: type } }, panel.credentials);
    const place = body.data.attributes.name.value;
    return await redirectWithNotice(to, "success", t("organizations.personAdded", { name, place }));
  } catch (error) {
    if (!(error instanceof ServiceError) || (error.status !== 404 && error.status !== 403)) throw error;
    const reason = error.status === 404 ? "gone" : "insufficientPermission";
    return redirectWithNotice(to, "error", t(`messages.${reason}`));
  }
}
