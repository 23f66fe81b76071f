import type { Backend } from "~/clients/backend";
import { authorisePanel } from "~/control-panel/frame/panel.server";
import { isActive } from "~/control-panel/frame/person-kinds";
import { readBackHref } from "~/control-panel/lists/back-parameter.server";
import { orThrowResponse } from "~/forms/service-errors.server";
import type { PersonKind } from "~/services/contracts/person-kinds";
import { type ConfirmedAct, confirmedActs } from "./confirmed-acts";

/**
 * Data of the page that asks before an act on a person. The form goes to the person's page, which shows the result.
 * @throws Response 403 without the permission
 */
export async function loadConfirmation(
  backend: Backend,
  request: Request,
  kind: PersonKind,
  id: string,
  act: ConfirmedAct,
) {
  const panel = await authorisePanel(backend, request);
  const params = { version: "v1" as const, type: kind, id };
  const { body } = await orThrowResponse(panel.client.getPerson({ params }, panel.credentials), request);
  const entity = body.data;
  const permission = confirmedActs[act].permissions.find((each) => isActive(entity, each));
  if (!permission) throw new Response(null, { status: 403 });
  return {
    act,
    kind,
    id,
    name: entity.attributes.name.value ?? "",
    isMailed: permission === "MailPassword",
    idempotencyKey: crypto.randomUUID(),
    backHref: readBackHref(new URL(request.url).searchParams) ?? null,
  };
}
