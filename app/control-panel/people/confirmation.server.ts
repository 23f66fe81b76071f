import type { Backend } from "~/clients/backend";
import { authorisePanel } from "~/control-panel/frame/panel.server";
import { readBackHref } from "~/control-panel/lists/back-parameter.server";
import type { PersonKind } from "~/services/contracts/person-kinds";
import { type ConfirmedAct, confirmedActs } from "./confirmed-acts";
import { readPersonSummary } from "./person-summary.server";

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
  const { name, actions } = await readPersonSummary(panel, request, { kind, id });
  const permission = confirmedActs[act].permissions.find((each) => actions.includes(each));
  if (!permission) throw new Response(null, { status: 403 });
  return {
    act,
    kind,
    id,
    name,
    isMailed: permission === "MailPassword",
    idempotencyKey: crypto.randomUUID(),
    backHref: readBackHref(new URL(request.url).searchParams) ?? null,
  };
}
