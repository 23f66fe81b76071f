import { describe, expect, test } from "vitest";
import type { Realm } from "~/realms/realm";
import { type GroupField, groupFieldNames } from "~/services/contracts/group-field-table";
import { type OrganizationField, organizationFieldNames } from "~/services/contracts/organization-field-table";
import { groupFieldLevel, organizationFieldLevel, superUserFields } from "./field-rights";
import type { Relation } from "./grants";
import type { AttributeLevel } from "./permissions";

/** Who sees and edits the fields of organisations and groups. docs/security.md, line 20. */

const levels: Record<string, Pick<AttributeLevel, "viewable" | "editable">> = {
  hidden: { viewable: 0, editable: 0 },
  seen: { viewable: 2, editable: 0 },
  edited: { viewable: 2, editable: 2 },
};
const wordOf = ({ viewable, editable }: AttributeLevel) =>
  Object.keys(levels).find((word) => levels[word]?.viewable === viewable && levels[word]?.editable === editable);

const relations = ["teacher", "administrator", "super"] as const satisfies Relation[];

const byAdministrators = ["seen", "edited", "edited"];
const bySuperUsers = ["seen", "seen", "edited"];
const ofAdministrators = ["hidden", "seen", "edited"];
const organizationLevels: Record<OrganizationField | "parent", string[]> = {
  name: byAdministrators,
  type: bySuperUsers,
  status: bySuperUsers,
  parent: bySuperUsers,
  pupilNumber: byAdministrators,
  address: byAdministrators,
  postalCode: byAdministrators,
  city: byAdministrators,
  county: byAdministrators,
  country: bySuperUsers,
  phone: byAdministrators,
  teachersSee: byAdministrators,
  qrCodeLoginEnabled: byAdministrators,
  pictureLoginEnabled: byAdministrators,
  pupilPasswordDays: byAdministrators,
  staySignedIn: byAdministrators,
  secureAuthEnabled: byAdministrators,
  onlineVoicesEnabled: byAdministrators,
  wordsHidden: byAdministrators,
  municipalityKey: ofAdministrators,
  schoolUnitCode: ofAdministrators,
  sectoralCode: ofAdministrators,
  establishmentId: ofAdministrators,
  crmId: ofAdministrators,
  comment: ofAdministrators,
};

describe("a field of an organisation", () => {
  const of = (realm: Realm, name: OrganizationField | "parent") =>
    relations.map((relation) => wordOf(organizationFieldLevel(realm, relation, name)));

  test.each([...organizationFieldNames, "parent" as const])("%s, for teachers, administrators, super users", (name) => {
    expect(of("se", name)).toEqual(organizationLevels[name]);
  });

  test("secureAuthEnabled is hidden in countries without step-up, and nothing else is", () => {
    const hidden = organizationFieldNames.filter((name) => of("no", name)[2] === "hidden");
    expect(hidden).toEqual(["secureAuthEnabled"]);
  });

  test("those that only super users edit are refused to administrators by customer management", () => {
    const all = Object.keys(organizationLevels) as Array<keyof typeof organizationLevels>;
    expect(superUserFields).toEqual(all.filter((name) => organizationLevels[name][1] === "seen"));
  });
});

const byEveryEditor = ["hidden", "edited", "edited"];
const seenByMembers = ["seen", "edited", "edited"];
const groupLevels: Record<GroupField, string[]> = {
  name: seenByMembers,
  type: seenByMembers,
  parent: seenByMembers,
  typicalSchoolEntryYear: seenByMembers,
  ageFilter: seenByMembers,
  externalId: seenByMembers,
  code: byEveryEditor,
};

test.each(groupFieldNames)("the field %s of a group, for members, teachers, administrators", (name) => {
  const words = (["member", "teacher", "administrator"] as const).map((relation) =>
    wordOf(groupFieldLevel("se", relation, name)),
  );
  expect(words).toEqual(groupLevels[name]);
});
