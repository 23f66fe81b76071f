import { type Feature, hasFeature, type Realm } from "~/realms/realm";
import { stayChoices } from "./stay-signed-in";
import { teachersSee } from "./teachers-see";

/** From top to bottom of the hierarchy. */
export const organizationTypes = ["school_unit", "school", "preschool", "sub_school", "consumer"] as const;
export type OrganizationType = (typeof organizationTypes)[number];

export const statuses = ["active", "inactive", "deleted"] as const;
export type Status = (typeof statuses)[number];

/**
 * The fields of an organisation, one row each; its parent, which has a form of its own, is none of them. Everything that lists them derives
 * from this table, or is a record with an entry for each field: schemas (`organization-attributes.ts`), rights (`directory/field-rights.ts`).
 * CONTRIBUTING.md says how to add one. Each is stored in the property of its name.
 */

export type OrganizationFieldRow = {
  /** What the value is: a text, a yes or no, a number, or one of `values`. */
  kind: "text" | "flag" | "number" | "choice";
  /** Those that can be stored. Their texts: `control-panel/forms/value-texts.ts`. */
  values: readonly string[] | null;
  /** Whether every organisation has a value. */
  isRequired: boolean;
  /** Section of the form, in which fields have the order of this table. */
  section: "organization" | "address" | "teachers" | "reading" | "signIn" | "identifiers";
  /** How the form has it; a switch is absent from form data while off. */
  typedAs: "text" | "lines" | "digits" | "phone" | "country" | "switch" | "list";
  /** Whether it identifies the organisation in another system; customer management has these below `identifiers`. */
  isIdentifier: boolean;
  /** What the log shows of a change: the values, or only that the field changed. */
  logged: "values" | "name";
  /** Only countries with this feature have the field; null: all. docs/product/shell.md#roles. */
  feature: Feature | null;
};

const text = {
  kind: "text",
  values: null,
  isRequired: false,
  section: "address",
  typedAs: "text",
  isIdentifier: false,
  logged: "values",
  feature: null,
} as const;
const number = { ...text, kind: "number", typedAs: "digits" } as const;
const flag = { ...text, kind: "flag", isRequired: true, section: "signIn", typedAs: "switch" } as const;
const choice = { ...text, kind: "choice", isRequired: true, typedAs: "list" } as const;
const identifier = { ...text, section: "identifiers", isIdentifier: true } as const;

export const organizationFieldTable = {
  name: { ...text, isRequired: true, section: "organization" },
  type: { ...choice, values: organizationTypes, section: "organization" },
  status: { ...choice, values: statuses, section: "organization", typedAs: "switch" },
  pupilNumber: { ...number, section: "organization" },
  address: text,
  postalCode: text,
  city: text,
  county: text,
  country: { ...text, typedAs: "country" },
  phone: { ...text, typedAs: "phone" },
  teachersSee: { ...choice, values: teachersSee, section: "teachers" },
  onlineVoicesEnabled: { ...flag, section: "reading" },
  wordsHidden: { ...flag, section: "reading" },
  qrCodeLoginEnabled: flag,
  pictureLoginEnabled: flag,
  pupilPasswordDays: { ...number, section: "signIn" },
  staySignedIn: { ...choice, values: stayChoices, section: "signIn" },
  // In countries without step-up, requiring it would lock everybody out.
  secureAuthEnabled: { ...flag, feature: "escalateLogin" },
  municipalityKey: identifier,
  schoolUnitCode: identifier,
  sectoralCode: identifier,
  establishmentId: identifier,
  crmId: identifier,
  comment: { ...text, section: "identifiers", typedAs: "lines" },
} as const satisfies Record<string, OrganizationFieldRow>;

type Table = typeof organizationFieldTable;
export type OrganizationField = keyof Table;

/** In the order of the form. */
export const organizationFieldNames = Object.keys(organizationFieldTable) as OrganizationField[];

/** The fields whose row has one of these values. */
export type OrganizationFieldsWith<Key extends keyof OrganizationFieldRow, Value extends OrganizationFieldRow[Key]> = {
  [Name in OrganizationField]: Table[Name][Key] extends Value ? Name : never;
}[OrganizationField];

/** The fields whose row meets a condition, in the order of the table. */
export function organizationFieldsWhere<Name extends OrganizationField = OrganizationField>(
  isWanted: (row: OrganizationFieldRow) => boolean,
): Name[] {
  return organizationFieldNames.filter((name): name is Name => isWanted(organizationFieldTable[name]));
}

/** The fields that identify the organisation in another system, and the others. */
export type OrganizationIdentifier = OrganizationFieldsWith<"isIdentifier", true>;
export const organizationIdentifiers = organizationFieldsWhere<OrganizationIdentifier>((row) => row.isIdentifier);
export const organizationDetails = organizationFieldsWhere<Exclude<OrganizationField, OrganizationIdentifier>>(
  (row) => !row.isIdentifier,
);

/** Whether the country has the field. */
export function isOrganizationFieldOffered(realm: Realm, name: OrganizationField): boolean {
  const { feature } = organizationFieldTable[name];
  return feature === null || hasFeature(realm, feature);
}
