import type { FormField } from "./person-form-schema";

/** Sections of a person's form. The form shows a field only if a section lists it. */

type Section = { id: string; fields: FormField[] };

export const sections: Section[] = [
  { id: "person", fields: ["name", "username", "email", "status"] },
  { id: "belonging", fields: ["organizations"] },
  { id: "details", fields: ["firstName", "lastName", "address", "postalCode", "externalId"] },
  { id: "reading", fields: ["shared", "ageFilter", "speakingBookRights"] },
  { id: "logins", fields: ["eppn", "gsuiteid", "gsuiteemail", "office365", "bankid", "sms", "secureAuth"] },
];

/** Collapsed sections of a new person's form, below the fields of `NewPersonFields`. */
export const newPersonSections: Section[] = [
  { id: "details", fields: ["email", "firstName", "lastName", "address", "postalCode", "externalId"] },
  ...sections.filter(({ id }) => id === "reading" || id === "logins"),
];
