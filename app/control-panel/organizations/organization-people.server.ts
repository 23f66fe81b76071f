import type { Backend } from "~/clients/backend";
import type { Panel } from "~/control-panel/frame/panel.server";
import { orThrowResponse } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import { ServiceError } from "~/services/contracts/service-error";
import { isUid } from "~/services/contracts/uid";
import { redirectWithNotice } from "~/shell/notice.server";

/** Adding existing people to another organisation from its page. docs/product/control-panel.md#entities. */

const management = (backend: Backend) => backend.clients.customerManagement;

/** Adds a person with their current role and redirects to the page with its search and a notice. */
export async function submitPersonToOrganization(
  panel: Panel,
  request: Request,
  id: string,
  userUid: string,
): Promise<Response> {
  if (!isUid(userUid)) throw new Response(null, { status: 400 });
  const { body } = await orThrowResponse(
    panel.client.getPanelOrganization({ params: { id } }, panel.credentials),
    request,
  );
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
    const place = body.data.name;
    return await redirectWithNotice(to, "success", t("organizations.personAdded", { name, place }));
  } catch (error) {
    if (!(error instanceof ServiceError) || (error.status !== 404 && error.status !== 403)) throw error;
    const reason = error.status === 404 ? "gone" : "insufficientPermission";
    return redirectWithNotice(to, "error", t(`messages.${reason}`));
  }
}
