import { type Feature, hasFeature, type Realm } from "~/realms/realm";

export const groupTypes = ["class", "group", "grade"] as const;
export type GroupType = (typeof groupTypes)[number];

/**
 * The fields of a class or group that can be changed, one row each; its organisation is chosen once. Everything that lists them derives from
 * this table, or is a record with an entry for each field: schemas (`group-attributes.ts`), rights (`directory/field-rights.ts`), texts of the form
 * (`group-form.tsx`). CONTRIBUTING.md says how to add one. In a file without schemas, since the browser needs nothing else.
 */

export type GroupFieldRow = {
  /** What the value is: a text, a number, one of `values`, another group, or the code to join by, which is made and removed. */
  kind: "text" | "number" | "choice" | "group" | "code";
  /** Their texts: `control-panel/forms/value-texts.ts`. */
  values: readonly string[] | null;
  /** The stored property. */
  column: string;
  /** Whether every group has a value. */
  isRequired: boolean;
  /** Whether the form has it, in the order of this table. */
  isInForm: boolean;
  /** How browsers help to type the value. */
  typedAs: "text" | "digits";
  /** Whether customer management has it under the same name. */
  isManaged: boolean;
  /** What the log shows of a change: the values, or only that the field changed. */
  logged: "values" | "name";
  /** Only countries with this feature have the field, as in docs/product/shell.md#roles; null: all. */
  feature: Feature | null;
  /** Whether a stored value is shown in other countries, where it can only be removed. */
  isShownElsewhere: boolean;
};

const text = {
  kind: "text",
  values: null,
  isRequired: false,
  isInForm: true,
  typedAs: "text",
  isManaged: true,
  logged: "values",
  feature: null,
  isShownElsewhere: false,
} as const;
const number = { ...text, kind: "number", typedAs: "digits" } as const;

export const groupFieldTable = {
  name: { ...text, column: "name", isRequired: true },
  type: { ...text, kind: "choice", column: "type", values: groupTypes, isRequired: true },
  parent: {
    ...text,
    kind: "group",
    column: "parentGroupId",
    isManaged: false,
    logged: "name",
    feature: "groupGroups",
    isShownElsewhere: true,
  },
  typicalSchoolEntryYear: { ...number, column: "typicalSchoolEntryYear" },
  ageFilter: { ...number, column: "ageFilter", isManaged: false, feature: "ageFilter" },
  externalId: { ...text, column: "externalId" },
  // Customer management shows it, and has a switch of another name for it.
  code: { ...text, kind: "code", column: "code", isInForm: false, isManaged: false, logged: "name" },
} as const satisfies Record<string, GroupFieldRow>;

type Table = typeof groupFieldTable;
export type GroupField = keyof Table;

export const groupFieldNames = Object.keys(groupFieldTable) as GroupField[];

/** The fields whose row has one of these values. */
export type GroupFieldsWith<Key extends keyof GroupFieldRow, Value extends GroupFieldRow[Key]> = {
  [Name in GroupField]: Table[Name][Key] extends Value ? Name : never;
}[GroupField];

/** The fields whose row meets a condition, in the order of the table. */
export function groupFieldsWhere<Name extends GroupField = GroupField>(
  isWanted: (row: GroupFieldRow) => boolean,
): Name[] {
  return groupFieldNames.filter((name): name is Name => isWanted(groupFieldTable[name]));
}

/** Fields of a group's form, besides the school of a new group. */
export type GroupFormField = GroupFieldsWith<"isInForm", true>;
export const groupFormFields = groupFieldsWhere<GroupFormField>((row) => row.isInForm);

export type GroupProperty = Table[GroupField]["column"];

/** Whether the country has the field. */
export function isGroupFieldOffered(realm: Realm, name: GroupField): boolean {
  const { feature } = groupFieldTable[name];
  return feature === null || hasFeature(realm, feature);
}
