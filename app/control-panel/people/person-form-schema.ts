import type { Submission, SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import type { FieldTexts } from "~/forms/stale-version";
import type { Realm } from "~/realms/realm";
import { formMessages } from "~/services/contracts/form-messages";
import type { PersonField, PersonFields } from "~/services/contracts/pages/person-page";
import { attributesWhere } from "~/services/contracts/person-field-table";
import { personFields } from "~/services/contracts/person-fields";
import { uidSchema } from "~/services/contracts/uid";
import { personIntents } from "./person-intents";
import { type FormField, formFields } from "./person-sections";

/**
 * Schema of a person's form: the fields that the user may change, each validated by the service's own schema. Input as forms send it:
 * strings, unchecked checkboxes absent, one or several values per name.
 */

/** A field with a single value. */
export type SingleField = Exclude<FormField, "organizations">;

/** What a form shows of a person, or of a new one, who has no id yet. */
export type FormPerson = {
  id: string | null;
  /** Without fields that the user may not view. */
  fields: PersonFields;
  mayEditOrganizations: boolean;
};

const flags: readonly string[] = attributesWhere(({ kind }) => kind === "flag");

/** Switches; absent from form data while off. */
export const personSwitches: readonly string[] = [...flags, "status"];

const asList = (value: unknown) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);

/** Reports an item's error for the whole list, which has only one place for messages. */
function wholeList(field: z.ZodType): z.ZodType {
  return z.unknown().transform((value, context) => {
    const result = field.safeParse(asList(value));
    if (result.success) return result.data;
    context.addIssue({ code: "custom", message: result.error.issues[0]?.message ?? formMessages.incorrectFormat });
    return z.NEVER;
  });
}

/** Fields only of a new person: class and credentials. */
const newPersonFields = {
  /** uid of the class; empty for none. */
  group: uidSchema.or(z.literal("")).catch(""),
  signIn: z.enum(["password", "badge", "later"]).catch("later"),
};
export const newPersonSchema = z.object(newPersonFields);

export function personFormSchema(realm: Realm, editable: readonly FormField[]) {
  const fields = personFields(realm);
  const shape: Record<string, z.ZodType> = {};
  for (const name of editable) {
    if (name === "status") shape[name] = z.preprocess((value) => (value === "on" ? "active" : "inactive"), z.string());
    else if (name === "organizations") shape[name] = wholeList(fields.organizations);
    else if (flags.includes(name)) shape[name] = z.preprocess((value) => value === "on", z.boolean());
    else if (name === "name" || name === "username") shape[name] = z.preprocess((value) => value ?? "", fields[name]);
    else shape[name] = fields[name];
  }
  if (editable.includes("organizations")) {
    Object.assign(shape, newPersonFields);
    // A new person is always active: credentials issued now would not work otherwise.
    if (shape.status) shape.status = z.preprocess(() => "active", z.string());
    shape.administrators = z.preprocess(asList, z.array(z.string()));
  }
  return z.object(shape);
}

/**
 * Validates while the user types. A submission is not validated here, so that uniqueness errors, which only the service knows, are shown
 * together with all others. After a refusal, the error of a field remains until its value changes. Decision 19.
 */
export function checkBeforeSending(
  formData: FormData,
  realm: Realm,
  editable: readonly FormField[],
  last: SubmissionResult<string[]> | null | undefined,
): Submission<Record<string, unknown>, string[]> {
  if (formData.get("intent") === personIntents.stepUp) {
    return parseWithZod(formData, { schema: z.looseObject({}), disableAutoCoercion: true });
  }
  const submission = parseWithZod(formData, { schema: personFormSchema(realm, editable), disableAutoCoercion: true });
  if (submission.status === "success") return submission;
  // A null error tells conform that the server validates.
  if (!formData.has(intentField)) return { ...submission, error: null };
  const { initialValue = null, error } = last ?? {};
  const remainingErrors = Object.entries(error ?? {}).flatMap(([name, reasons]) => {
    const stands = reasons && !submission.error?.[name] && formData.get(name) === (initialValue?.[name] ?? "");
    return stands ? [[name, reasons] as const] : [];
  });
  return { ...submission, reply: () => submission.reply({ fieldErrors: Object.fromEntries(remainingErrors) }) };
}

/** Field with which conform submits its own intents while the user types. */
const intentField = "__intent__";

/** Organisations are part of the form only for a new person; later they have a separate form. */
export function editableFields({ id, fields, mayEditOrganizations }: FormPerson): FormField[] {
  return formFields.filter((name) =>
    name === "organizations" ? id === null && mayEditOrganizations : fields[name]?.isEditable,
  );
}

/** Stored value of a field as form data. */
export function fieldText(name: SingleField, value: PersonField["value"]): string {
  if (name === "status") return value === "inactive" ? "" : "on";
  if (typeof value === "boolean") return value ? "on" : "";
  return value === null ? "" : String(value);
}

/** Editable fields of an existing person; organisations have a separate form. */
export function singleFields(person: FormPerson): SingleField[] {
  return editableFields(person).filter((name) => name !== "organizations");
}

/** Values of these fields. */
export function personFieldTexts(person: FormPerson): FieldTexts {
  const texts = singleFields(person).map((name) => [name, fieldText(name, person.fields[name]?.value ?? null)]);
  return Object.fromEntries(texts);
}

/** Form values as attributes of the service: `{ name: { value } }`. Class and credentials are separate calls. */
export function asAttributes(
  values: Record<string, unknown>,
  maySetAdmin: boolean,
): Record<string, { value: unknown }> {
  const { administrators, group: _, signIn: __, ...fields } = values;
  const admins = new Set(Array.isArray(administrators) ? administrators : []);
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (name !== "organizations" || !Array.isArray(value)) return [name, { value }];
      const places = value.map(({ id }) => (maySetAdmin ? { id, admin: admins.has(id) } : { id }));
      return [name, { value: places }];
    }),
  );
}
