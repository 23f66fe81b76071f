import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { searchIntent } from "~/control-panel/forms/choices";
import { organizationsById, searchChoices, searchTermOf, withChosen } from "~/control-panel/forms/choices.server";
import { withBack } from "~/control-panel/frame/back-parameter";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { readBackHref } from "~/control-panel/lists/back-parameter.server";
import { saveDraftAndStepUp } from "~/forms/form-drafts.server";
import { hiddenField, listField } from "~/forms/form-fields";
import { formResult, searchedFormResult, staleFormResult } from "~/forms/form-result.server";
import { formVersionOf } from "~/forms/form-version";
import { idempotencyKeyOf } from "~/forms/idempotency-key";
import { intentOf } from "~/forms/intents";
import { readForm } from "~/forms/read-form";
import { isStale, orThrowResponse } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import type { PersonEntity } from "~/services/contracts/control-panel-entities";
import { formMessages } from "~/services/contracts/form-messages";
import type { PersonKind } from "~/services/contracts/person-kinds";
import { ServiceError } from "~/services/contracts/service-error";
import { redirectWithNotice } from "~/shell/notice.server";
import { afterNewPerson } from "./after-new-person.server";
import { classesToChoose } from "./class-choice.server";
import { asAttributes, editableFields, personFieldTexts, personFormSchema, textFields } from "./person-form-schema";
import { personIntents } from "./person-intents";
import { suggestedUsername } from "./suggested-username";

/** Actions of a person's form, for an existing and a new person. */

const readPersonForm = (panel: Panel, formData: FormData, entity: PersonEntity) =>
  readForm(formData, personFormSchema(panel.realm, editableFields(entity)));

const maySetAdmin = (panel: Panel, kind: PersonKind) => panel.user.isSuperUser && kind === "employees";

export async function savePerson(
  panel: Panel,
  request: Request,
  formData: FormData,
  { kind, id }: { kind: PersonKind; id: string },
) {
  const params = { version: "v1" as const, type: kind, id };
  const { body: now } = await orThrowResponse(panel.client.getPerson({ params }, panel.credentials), request);
  const form = readPersonForm(panel, formData, now.data);
  const intent = personIntents.save;
  const body = {
    data: { attributes: asAttributes(form.values, maySetAdmin(panel, kind)) },
    meta: { version: formVersionOf(formData) },
  };
  try {
    const saved = await panel.client.updatePerson({ params, body }, panel.credentials);
    const t = await getTranslator(request, "control-panel");
    const name = saved.body.data.attributes.name.value;
    return await redirectWithNotice(savedAt(request), "success", t("form.saved", { name }));
  } catch (error) {
    if (!isStale(error)) return formResult(panel.backend, error, { request, intent, ...form });
    const stored = { stored: personFieldTexts(now.data), version: now.meta.version };
    return staleFormResult(textFields(now.data), stored, { intent, formData, ...form });
  }
}

/** URL of the page, keeping `back` and dropping the saved draft. */
function savedAt(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  return withBack(pathname, readBackHref(searchParams));
}

/** Fields of a new person that are used as typed, valid or not. */
const typedForm = z.object({
  name: hiddenField,
  username: hiddenField,
  organizations: listField,
  /** Absent if the form suggests no username; "1" while the suggestion is unchanged. */
  usernameIsSuggested: z.string().optional().catch(undefined),
});

export async function submitNewPerson(backend: Backend, request: Request, kind: PersonKind) {
  const panel = await authorisePanel(backend, request);
  const formData = await request.formData();
  const intent = intentOf(formData);
  if (intent === personIntents.stepUp) return saveDraftAndStepUp(panel, request, formData);
  const params = { version: "v1" as const, type: kind };
  const template = await orThrowResponse(panel.client.getPersonTemplate({ params }, panel.credentials), request);
  const typed = readForm(formData, typedForm).values;
  if (typed.username.trim() === "" && typed.usernameIsSuggested !== undefined) {
    formData.set("username", suggestedUsername(typed.name));
    formData.set("usernameIsSuggested", "1");
  }
  const form = readPersonForm(panel, formData, template.body.data);
  const findChosen = () => organizationsById(panel, request, typed.organizations);
  if (intent === searchIntent) {
    const chosen = await findChosen();
    const results = await searchChoices(
      panel,
      request,
      { of: "organizations" },
      searchTermOf(formData, "organizations"),
    );
    const organizations = withChosen(results, chosen);
    const classes = await classesToChoose(panel, request, kind, chosen);
    return searchedFormResult({ ...form, intent: personIntents.save }, { organizations }, { classes });
  }
  try {
    const made = await createPerson(panel, formData, { kind, form });
    return await afterNewPerson(panel, request, formData, { kind, person: made, values: form.values });
  } catch (error) {
    // The input must not be lost because the classes cannot be fetched either.
    const classes = await findChosen()
      .then((chosen) => classesToChoose(panel, request, kind, chosen))
      .catch(() => undefined);
    return formResult(backend, error, { request, intent: personIntents.save, ...form, extra: classes && { classes } });
  }
}

/** Maximum number of retries with a numbered username. */
const maxRetries = 9;

/**
 * Creates the person. A suggested username that is taken is retried with a number.
 * @throws ServiceError from the call
 */
async function createPerson(
  panel: Panel,
  formData: FormData,
  { kind, form }: { kind: PersonKind; form: ReturnType<typeof readPersonForm> },
): Promise<PersonEntity> {
  const params = { version: "v1" as const, type: kind };
  const { name, usernameIsSuggested } = readForm(formData, typedForm).values;
  const isSuggested = usernameIsSuggested === "1";
  for (let nth = 1; ; nth += 1) {
    const username = isSuggested && nth > 1 ? suggestedUsername(name, nth) : undefined;
    const values = username ? { ...form.values, username } : form.values;
    const body = { data: { attributes: asAttributes(values, maySetAdmin(panel, kind)) } };
    const options = idempotencyKeyOf(formData, nth > 1 ? String(nth) : undefined);
    try {
      return (await panel.client.createPerson({ params, body }, panel.credentials, options)).body.data;
    } catch (error) {
      if (!isSuggested || nth > maxRetries || !isUsernameTaken(error)) throw error;
    }
  }
}

/** Reasons for a taken username: by a person of the same type or of another. */
const takenReasons: readonly string[] = [formMessages.usernameExists, formMessages.otherType];

function isUsernameTaken(error: unknown): boolean {
  const wrong = error instanceof ServiceError ? (error.details ?? []) : [];
  return (
    wrong.length > 0 &&
    wrong.every(({ attribute, reason }) => {
      return attribute.endsWith("username") && takenReasons.includes(reason);
    })
  );
}
