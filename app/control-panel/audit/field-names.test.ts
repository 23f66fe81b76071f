import { expect, test } from "vitest";
import { groupFieldNames, groupFieldTable } from "~/services/contracts/group-field-table";
import { organizationFieldNames } from "~/services/contracts/organization-field-table";
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
const group = groupFieldNames.map((name) => groupFieldTable[name].column);

test.each([
  ...[...person, "status", "emailVerified", "students"].map((name) => ["user" as const, name] as const),
  ...group.map((name) => ["group" as const, name] as const),
  ...[...organizationFieldNames, "parentId"].map((name) => ["organization" as const, name] as const),
])("the %s attribute %s has a name", (subject, name) => {
  const find = (found: unknown, part: string) => (found as Record<string, unknown> | undefined)?.[part];
  expect(fieldKey(subject, name).split(".").reduce(find, texts)).toEqual(expect.any(String));
});
