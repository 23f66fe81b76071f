import type { Submission, SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import type { FieldTexts } from "~/forms/stale-version";
import type { Realm } from "~/realms/realm";
import type { PersonEntity } from "~/services/contracts/control-panel-entities";
import { formMessages } from "~/services/contracts/form-messages";
import { type PersonAttribute, personFields } from "~/services/contracts/person-fields";
import { uidSchema } from "~/services/contracts/uid";

/**
 * The person's form as a schema: the fields that the caller may change, each by the same schema that the service asks. Values
 * arrive as a form sends them: texts, a checkbox that is missing when it is off, one or many of the same name.
 */

/** In the order in which they stand on the page. */
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

/** What is switched on or off; off leaves nothing in what a form sends. */
export const switches: readonly string[] = [...flags, "status"];

const asList = (value: unknown) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);

/** What is wrong with one of the list is said of the list: there is one place to say it. */
function wholeList(field: z.ZodType): z.ZodType {
  return z.unknown().transform((value, context) => {
    const result = field.safeParse(asList(value));
    if (result.success) return result.data;
    context.addIssue({ code: "custom", message: result.error.issues[0]?.message ?? formMessages.incorrectFormat });
    return z.NEVER;
  });
}

/** What is asked of somebody new alone: the class that they come into, and what they sign in with. */
const newPersonFields = {
  /** Its uid; empty for none. */
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
    // Somebody new is not asked for it: what they are given to log in with would not work.
    if (shape.status) shape.status = z.preprocess(() => "active", z.string());
    shape.administrators = z.preprocess(asList, z.array(z.string()));
  }
  return z.object(shape);
}

/**
 * What is wrong with the form before it is sent. One that is sent goes as it is: what somebody else has already is told at once with
 * what is wrong in itself, and the service alone knows of both. While it is mended afterwards, what was said of a field stays for as
 * long as the field holds what it was said of. Decision 19.
 */
export function checkBeforeSending(
  formData: FormData,
  realm: Realm,
  editable: readonly FormField[],
  last: SubmissionResult<string[]> | null | undefined,
): Submission<Record<string, unknown>, string[]> {
  if (formData.get("intent") === "stepUp") {
    return parseWithZod(formData, { schema: z.looseObject({}), disableAutoCoercion: true });
  }
  const submission = parseWithZod(formData, { schema: personFormSchema(realm, editable), disableAutoCoercion: true });
  if (submission.status === "success") return submission;
  // No errors at all is how the form is told that another will find them.
  if (!formData.has(intentField)) return { ...submission, error: null };
  const { initialValue = null, error } = last ?? {};
  const stillSaid = Object.entries(error ?? {}).flatMap(([name, reasons]) => {
    const stands = reasons && !submission.error?.[name] && formData.get(name) === (initialValue?.[name] ?? "");
    return stands ? [[name, reasons] as const] : [];
  });
  return { ...submission, reply: () => submission.reply({ fieldErrors: Object.fromEntries(stillSaid) }) };
}

/** Where the form library keeps what it asks for while somebody writes. */
const intentField = "__intent__";

/** Where somebody belongs is asked of a new person only; later it has a form of its own. */
export function editableFields(entity: PersonEntity): FormField[] {
  return formFields.filter(
    (name) => entity.attributes[name].editable === 2 && (name !== "organizations" || entity.id === null),
  );
}

/** A field's stored value as a form sends it. */
export function fieldText(entity: PersonEntity, name: TextField): string {
  const { value } = entity.attributes[name];
  if (name === "status") return value === "inactive" ? "" : "on";
  if (typeof value === "boolean") return value ? "on" : "";
  return value === null ? "" : String(value);
}

/** The fields of somebody who is there already, each with one text: where they belong has a form of its own. */
export function textFields(entity: PersonEntity): TextField[] {
  return editableFields(entity).filter((name) => name !== "organizations");
}

/** What stands in these fields. */
export function fieldTexts(entity: PersonEntity): FieldTexts {
  return Object.fromEntries(textFields(entity).map((name) => [name, fieldText(entity, name)]));
}

/** A parsed form as the service takes it: `{ name: { value } }`. The class and the way to sign in are calls of their own. */
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
