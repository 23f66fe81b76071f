import { attributesWhere, type PersonAttribute } from "~/services/contracts/person-field-table";

/** The fields of a person's form and their sections, as `personFieldTable` says. A person's password is set by a form of its own. */

export type FormField = Exclude<PersonAttribute, "password"> | "status";
type Section = { id: string; fields: FormField[] };

const fieldsOf = (id: string) => attributesWhere<Exclude<PersonAttribute, "password">>(({ section }) => section === id);

export const sections: Section[] = [
  { id: "person", fields: [...fieldsOf("person"), "status"] },
  { id: "belonging", fields: fieldsOf("belonging") },
  { id: "details", fields: fieldsOf("details") },
  { id: "reading", fields: fieldsOf("reading") },
  { id: "logins", fields: fieldsOf("logins") },
];

/** In display order. */
export const formFields: readonly FormField[] = sections.flatMap(({ fields }) => fields);

/** Collapsed sections of a new person's form, below the fields of `NewPersonFields`. */
export const newPersonSections: Section[] = [
  { id: "details", fields: ["email", ...fieldsOf("details")] },
  ...sections.filter(({ id }) => id === "reading" || id === "logins"),
];
