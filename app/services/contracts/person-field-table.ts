import type { Feature } from "~/realms/realm";

export const personTypes = ["student", "guardian", "employee"] as const;
export type PersonType = (typeof personTypes)[number];

/**
 * The fields of a person, one row each. Everything that lists them derives from this table, or is a record with an entry for each field:
 * schemas (`person-fields.ts`), rights (`grants.ts`), import columns (`import-columns.ts`). CONTRIBUTING.md says how to add one.
 */

export type PersonFieldRow = {
  /** What the value is: a text, a yes or no, a number, the person's organisations, or the password, which nobody reads. */
  kind: "text" | "flag" | "number" | "places" | "password";
  /** The stored property of the person; null for what is stored elsewhere. */
  column: string | null;
  /** Whether a person must have a value. */
  isRequired: boolean;
  /** Section of the person's form, in which fields have the order of this table; null for a field that only a new person's form has. */
  section: "person" | "belonging" | "details" | "reading" | "logins" | null;
  /** How browsers help to type the value. */
  typedAs: "text" | "email" | "digits" | "phone";
  /** Whether it is an identifier of another system, displayed in a font whose letters cannot be mistaken. */
  isCode: boolean;
  /** Whether imports and exports have a column for it, and the word CLEAN erases the value. */
  import: "kept" | "erasable" | null;
  isExported: boolean;
  /** What the log shows of a change: the values, or only that the field changed. */
  logged: "values" | "name";
  /** How the values of two people are compared, where no two people of a country may have the same; null otherwise. */
  unique: "exact" | "folded" | null;
  /** Whether it identifies or signs in a person of several organisations at all of them. docs/security.md, line 36. */
  identifies: boolean;
  /** Sign-in with another system, or as a second factor. */
  signIn: "external" | "secure" | null;
  /** Whether a change needs a secure login. docs/product/control-panel.md#users. */
  needsSecureLogin: boolean;
  /** Only countries with this feature have the field; null: all. docs/product/shell.md#roles. */
  feature: Feature | null;
  /** The types of people that have the field. */
  types: readonly PersonType[];
};

const text = {
  kind: "text",
  isRequired: false,
  section: "details",
  typedAs: "text",
  isCode: false,
  import: "kept",
  isExported: true,
  logged: "values",
  unique: null,
  identifies: false,
  signIn: null,
  needsSecureLogin: false,
  feature: null,
  types: personTypes,
} as const;
const flag = { ...text, kind: "flag", section: "reading" } as const;
const login = {
  ...text,
  section: "logins",
  isCode: true,
  import: "erasable",
  logged: "name",
  identifies: true,
  types: ["student", "employee"],
} as const;
const secure = { ...login, unique: "exact", signIn: "secure", types: ["employee"] } as const;

export const personFieldTable = {
  name: { ...text, column: "name", isRequired: true, section: "person" },
  username: { ...text, column: "username", isRequired: true, section: "person", unique: "folded", identifies: true },
  email: { ...text, column: "email", section: "person", typedAs: "email", import: "erasable", identifies: true },
  organizations: { ...text, kind: "places", column: null, isRequired: true, section: "belonging", import: null },
  firstName: { ...text, column: "firstName" },
  lastName: { ...text, column: "lastName" },
  preferredName: { ...text, column: "preferredName", types: ["student"] },
  address: { ...text, column: "address" },
  postalCode: { ...text, column: "postalCode" },
  externalId: { ...text, column: "externalId", isCode: true, import: "erasable", identifies: true },
  shared: { ...flag, column: "shared", identifies: true },
  ageFilter: {
    ...text,
    kind: "number",
    column: "ageFilter",
    section: "reading",
    typedAs: "digits",
    feature: "ageFilter",
    types: ["student"],
  },
  speakingBookRights: {
    ...flag,
    column: "speakingBookRights",
    logged: "name",
    needsSecureLogin: true,
    feature: "speakingBookRights",
    types: ["student", "employee"],
  },
  eppn: {
    ...login,
    column: "eppn",
    typedAs: "email",
    unique: "folded",
    signIn: "external",
    needsSecureLogin: true,
    feature: "eppn",
  },
  gsuiteid: { ...login, column: "gsuiteId", unique: "exact", signIn: "external" },
  gsuiteemail: { ...login, column: "gsuiteEmail", typedAs: "email", unique: "folded", signIn: "external" },
  office365: { ...login, column: "office365", typedAs: "email", unique: "folded", signIn: "external" },
  bankid: {
    ...secure,
    column: "bankid",
    typedAs: "digits",
    needsSecureLogin: true,
    // The national e-ID is the means of step-up.
    feature: "escalateLogin",
  },
  sms: {
    ...secure,
    column: "sms",
    typedAs: "phone",
    isCode: false,
    needsSecureLogin: true,
  },
  secureAuth: {
    ...flag,
    column: "secureAuthEnabled",
    section: "logins",
    logged: "name",
    identifies: true,
    signIn: "secure",
    // In countries without step-up, requiring it would lock the person out.
    feature: "escalateLogin",
    types: ["employee"],
  },
  password: {
    ...text,
    kind: "password",
    column: null,
    section: null,
    isExported: false,
    logged: "name",
    identifies: true,
  },
} as const satisfies Record<string, PersonFieldRow>;

type Table = typeof personFieldTable;
export type PersonAttribute = keyof Table;

/** In the order of the person's form. docs/product/control-panel.md#entities. */
export const personAttributes = Object.keys(personFieldTable) as PersonAttribute[];

/** The attributes whose row has one of these values. */
export type AttributesWith<Key extends keyof PersonFieldRow, Value extends PersonFieldRow[Key]> = {
  [Name in PersonAttribute]: Table[Name][Key] extends Value ? Name : never;
}[PersonAttribute];

/** The attributes whose row meets a condition, in the order of the table. */
export function attributesWhere<Name extends PersonAttribute = PersonAttribute>(
  isWanted: (row: PersonFieldRow) => boolean,
): Name[] {
  return personAttributes.filter((name): name is Name => isWanted(personFieldTable[name]));
}

/** The attributes that are columns of the person, and the properties that store them. */
export type StoredAttribute = AttributesWith<"column", string>;
export type StoredProperty = Table[StoredAttribute]["column"];
export const storedProperties = Object.fromEntries(
  attributesWhere<StoredAttribute>(({ column }) => column !== null).map((name) => [
    name,
    personFieldTable[name].column,
  ]),
) as { [Name in StoredAttribute]: Table[Name]["column"] };
