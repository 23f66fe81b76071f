import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { searchIntent } from "~/control-panel/forms/choices";
import { searchTermOf } from "~/control-panel/forms/choices.server";
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
import { formMessages } from "~/services/contracts/form-messages";
import type { PersonKind } from "~/services/contracts/person-kinds";
import { ServiceError } from "~/services/contracts/service-error";
import { redirectWithNotice } from "~/shell/notice.server";
import { afterNewPerson } from "./after-new-person.server";
import { readNewPerson } from "./new-person-read.server";
import {
  asAttributes,
  editableFields,
  type FormPerson,
  personFieldTexts,
  personFormSchema,
  singleFields,
} from "./person-form-schema";
import { personIntents } from "./person-intents";
import type { PersonAddress } from "./person-summary.server";
import { suggestedUsername } from "./suggested-username";

/** Actions of a person's form, for an existing and a new person. */

const readPersonForm = (panel: Panel, formData: FormData, person: FormPerson) =>
  readForm(formData, personFormSchema(panel.realm, editableFields(person)));

const maySetAdmin = (panel: Panel, kind: PersonKind) => panel.user.isSuperUser && kind === "employees";

export async function savePerson(panel: Panel, request: Request, formData: FormData, { kind, id }: PersonAddress) {
  const read = panel.client.getPersonForm({ params: { kind, id } }, panel.credentials);
  const person = (await orThrowResponse(read, request)).body.data;
  const form = readPersonForm(panel, formData, person);
  const intent = personIntents.save;
  const body = {
    data: { attributes: asAttributes(form.values, maySetAdmin(panel, kind)) },
    meta: { version: formVersionOf(formData) },
  };
  try {
    await panel.client.updatePerson({ params: { version: "v1", type: kind, id }, body }, panel.credentials);
    const t = await getTranslator(request, "control-panel");
    const { name = person.name } = form.values;
    return await redirectWithNotice(savedAt(request), "success", t("form.saved", { name }));
  } catch (error) {
    if (!isStale(error)) return formResult(panel.backend, error, { request, intent, ...form });
    const stored = { stored: personFieldTexts(person), version: person.version };
    return staleFormResult(singleFields(person), stored, { intent, formData, ...form });
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
  const typed = readForm(formData, typedForm).values;
  const isSearched = intent === searchIntent;
  const read = await readNewPerson(panel, request, {
    kind,
    ...(isSearched ? { q: searchTermOf(formData, "organizations"), chosen: typed.organizations } : {}),
  });
  if (typed.username.trim() === "" && typed.usernameIsSuggested !== undefined) {
    formData.set("username", suggestedUsername(typed.name));
    formData.set("usernameIsSuggested", "1");
  }
  const form = readPersonForm(panel, formData, { id: null, ...read.form });
  if (isSearched) {
    const { places: organizations, classes } = read;
    return searchedFormResult({ ...form, intent: personIntents.save }, { organizations }, { classes });
  }
  try {
    const made = await createPerson(panel, formData, { kind, form });
    return await afterNewPerson(panel, request, formData, { kind, id: made, values: form.values });
  } catch (error) {
    // The input must not be lost because the classes cannot be fetched either.
    const classes = await readNewPerson(panel, request, { kind, chosen: typed.organizations }).then(
      (again) => again.classes,
      () => undefined,
    );
    return formResult(backend, error, { request, intent: personIntents.save, ...form, extra: classes && { classes } });
  }
}

/** Maximum number of retries with a numbered username. */
const maxRetries = 9;

/**
 * Creates the person. A suggested username that is taken is retried with a number.
 * @returns the person's id
 * @throws ServiceError from the call
 */
async function createPerson(
  panel: Panel,
  formData: FormData,
  { kind, form }: { kind: PersonKind; form: ReturnType<typeof readPersonForm> },
): Promise<string> {
  const params = { version: "v1" as const, type: kind };
  const { name, usernameIsSuggested } = readForm(formData, typedForm).values;
  const isSuggested = usernameIsSuggested === "1";
  for (let nth = 1; ; nth += 1) {
    const username = isSuggested && nth > 1 ? suggestedUsername(name, nth) : undefined;
    const values = username ? { ...form.values, username } : form.values;
    const body = { data: { attributes: asAttributes(values, maySetAdmin(panel, kind)) } };
    const options = idempotencyKeyOf(formData, nth > 1 ? String(nth) : undefined);
    try {
      return (await panel.client.createPerson({ params, body }, panel.credentials, options)).body.data.id ?? "";
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
