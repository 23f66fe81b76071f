import type { Submission, SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import type { FieldTexts } from "~/forms/stale-version";
import type { Realm } from "~/realms/realm";
import type { PersonEntity } from "~/services/contracts/control-panel-entities";
import { formMessages } from "~/services/contracts/form-messages";
import type { PersonAttribute } from "~/services/contracts/person-field-table";
import { personFields } from "~/services/contracts/person-fields";
import { uidSchema } from "~/services/contracts/uid";
import { personIntents } from "./person-intents";

/**
 * Schema of a person's form: the fields that the user may change, each validated by the service's own schema. Input as forms send it:
 * strings, unchecked checkboxes absent, one or several values per name.
 */

/** In display order. */
export const formFields = [
  "name",
  "username",
  "email",
  "status",
  "firstName",
  "lastName",
  "externalId",
  "address",
  "postalCode",
  "organizations",
  "shared",
  "ageFilter",
  "speakingBookRights",
  "eppn",
  "gsuiteid",
  "gsuiteemail",
  "office365",
  "bankid",
  "sms",
  "secureAuth",
] as const;
export type FormField = (typeof formFields)[number];
type TextField = Exclude<FormField, "organizations">;

const flags: readonly string[] = ["shared", "speakingBookRights", "secureAuth"] satisfies PersonAttribute[];

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
export function editableFields(entity: PersonEntity): FormField[] {
  return formFields.filter(
    (name) => entity.attributes[name].editable === 2 && (name !== "organizations" || entity.id === null),
  );
}

/** Stored value of a field as form data. */
export function fieldText(entity: PersonEntity, name: TextField): string {
  const { value } = entity.attributes[name];
  if (name === "status") return value === "inactive" ? "" : "on";
  if (typeof value === "boolean") return value ? "on" : "";
  return value === null ? "" : String(value);
}

/** Text fields of an existing person; organisations have a separate form. */
export function textFields(entity: PersonEntity): TextField[] {
  return editableFields(entity).filter((name) => name !== "organizations");
}

/** Values of these fields. */
export function personFieldTexts(entity: PersonEntity): FieldTexts {
  return Object.fromEntries(textFields(entity).map((name) => [name, fieldText(entity, name)]));
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
