import { data } from "@remix-run/node";
import type { Panel } from "~/control-panel/frame/panel.server";
import { originOf } from "~/control-panel/lists/sheet-words";
import { idempotencyKeyOf } from "~/forms/idempotency-key";
import { getTranslator } from "~/i18n/i18n.server";
import { badgeAddress, spacedBadge } from "~/services/contracts/badge";
import { loginAddress } from "~/services/contracts/jobs";
import { ServiceError } from "~/services/contracts/service-error";
import { redirectWithNotice } from "~/shell/notice.server";
import { newPersonSchema } from "./person-form-schema";
import type { CreatedPerson, PersonResult } from "./person-result";
import type { PersonAddress } from "./person-summary.server";
import { placesInWords } from "./places-in-words";

/** Class and credentials of a new person, requested in the same form. */

/**
 * Shows the credentials once, or redirects to the person's page; also if credentials were refused, since the person already exists.
 * @param formData by its key, repeating the request shows the same credentials
 * @param values the parsed form
 */
export async function afterNewPerson(
  panel: Panel,
  request: Request,
  formData: FormData,
  { kind, id, values }: PersonAddress & { values: Record<string, unknown> },
) {
  const { group, signIn } = newPersonSchema.parse(values);
  const isPlaced = group === "" ? true : await putIntoGroup(panel, id, group);
  const person = (await panel.client.getPersonSummary({ params: { kind, id } }, panel.credentials)).body.data;
  const origin = originOf(panel, request);
  const made: CreatedPerson = {
    ...{ id, kind, isPlaced, place: placesInWords(person), loginAddress: loginAddress(origin) },
    name: person.name,
    username: person.username,
  };
  try {
    if (signIn === "badge" && person.actions.includes("EditBadge")) {
      const { body } = await panel.client.issueBadge(
        { params: { id } },
        panel.credentials,
        idempotencyKeyOf(formData, "badge"),
      );
      const { token } = body.data;
      const badge = { address: badgeAddress(origin, token), letters: spacedBadge(token) };
      return data<PersonResult>({ made: { ...made, badge } });
    }
    if (signIn !== "later") {
      const key = idempotencyKeyOf(formData, "password");
      const params = { version: "v1" as const, type: kind, id };
      const { body } = await panel.client.resetPassword({ params }, panel.credentials, key);
      if ("password" in body.data) return data<PersonResult>({ made: { ...made, password: body.data.password } });
    }
  } catch (error) {
    // The user may not issue passwords or badges; the person is created without.
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
  }
  const t = await getTranslator(request, "control-panel");
  const text = t("newPerson.added", { name: made.name });
  return redirectWithNotice(`/controlpanel/${kind}/${id}`, "success", text);
}

async function putIntoGroup(panel: Panel, userId: string, id: string): Promise<boolean> {
  try {
    await panel.client.putGroupUser({ params: { id, userId } }, panel.credentials);
    return true;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    return false;
  }
}
