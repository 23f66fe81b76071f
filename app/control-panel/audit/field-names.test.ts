import { expect, test } from "vitest";
import { organizationFormFields } from "~/control-panel/organizations/organization-fields";
import { personAttributes } from "~/services/contracts/person-field-table";
import texts from "../../../locales/en-UK/control-panel.json";
import { fieldKey } from "./field-names";

/** Every attribute that an audit entry can list has a name in the log. */

const columns: Partial<Record<(typeof personAttributes)[number], string>> = {
  gsuiteid: "gsuiteId",
  gsuiteemail: "gsuiteEmail",
  secureAuth: "secureAuthEnabled",
};
const person = personAttributes.filter((name) => name !== "password").map((name) => columns[name] ?? name);
const group = ["name", "type", "code", "externalId", "typicalSchoolEntryYear", "ageFilter", "parentGroupId"];

test.each([
  ...[...person, "status", "emailVerified", "students"].map((name) => ["user" as const, name] as const),
  ...group.map((name) => ["group" as const, name] as const),
  ...[...organizationFormFields, "parentId"].map((name) => ["organization" as const, name] as const),
])("the %s attribute %s has a name", (subject, name) => {
  const find = (found: unknown, part: string) => (found as Record<string, unknown> | undefined)?.[part];
  expect(fieldKey(subject, name).split(".").reduce(find, texts)).toEqual(expect.any(String));
});
