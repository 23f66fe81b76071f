import type { Panel } from "~/control-panel/frame/panel.server";
import { orThrowResponse } from "~/forms/service-errors.server";
import type { PersonSummary } from "~/services/contracts/pages/person-page";
import type { PersonKind } from "~/services/contracts/person-kinds";

/** Which person a page or form is about, from its URL. */
export type PersonAddress = { kind: PersonKind; id: string };

/** A person with what the user may do. @throws Response 404 for a person out of scope, 403 if the user may not view them */
export async function readPersonSummary(
  { client, credentials }: Panel,
  request: Request,
  params: PersonAddress,
): Promise<PersonSummary> {
  return (await orThrowResponse(client.getPersonSummary({ params }, credentials), request)).body.data;
}
