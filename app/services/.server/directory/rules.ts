import { formMessages } from "~/services/contracts/form-messages";
import {
  type OrganizationType,
  organizationTypes,
  type Status,
  statuses,
} from "~/services/contracts/organization-field-table";
import {
  attributesWhere,
  type PersonAttribute,
  type PersonType,
  personFieldTable,
  personTypes,
} from "~/services/contracts/person-field-table";
import type { ErrorDetail } from "~/services/contracts/service-error";

/**
 * Invariants of people and organisations, for all callers. docs/product/control-panel.md#users. Must not import database or framework code.
 */

export type { OrganizationType, PersonType, Status };
export { organizationTypes, personTypes, statuses };

/** The level of each type in the tree: a municipality, its schools, their parts. */
const distances: Record<OrganizationType, number> = {
  school_unit: 0,
  school: 1,
  preschool: 1,
  sub_school: 2,
  consumer: 0,
};

/**
 * Whether an organisation may be the parent of another: a part cannot contain its whole, and consumer units have no parent or children.
 * docs/product/control-panel.md#users.
 */
export function mayBeParentOf(above: OrganizationType, below: OrganizationType): boolean {
  return above !== "consumer" && below !== "consumer" && distances[above] <= distances[below];
}

/** The scope that makes a user a super user of a realm. docs/product/shell.md#roles. */
export function superUserScope(realm: string): string {
  return `ilt.user.${realm}.write`;
}

/** Attributes that can be used to log in, other than the password. */
export const signInAttributes: ReadonlySet<PersonAttribute> = new Set(attributesWhere(({ signIn }) => signIn !== null));

/**
 * Attributes of guardians and employees that identify them or decide how they log in at all of their organisations. docs/security.md, line
 * 36.
 */
export const identityAttributes: ReadonlySet<PersonAttribute> = new Set(attributesWhere((field) => field.identifies));

/** Whether a type of person has an attribute: guardians have no external logins, and only employees have secure logins. */
export function hasAttribute(type: PersonType, attribute: PersonAttribute): boolean {
  return (personFieldTable[attribute].types as readonly PersonType[]).includes(type);
}

/**
 * Attributes that can only be changed with a secure login. docs/product/control-panel.md#users: talking books and some identifier fields.
 */
export const secureAttributes: ReadonlySet<PersonAttribute> = new Set(
  attributesWhere((field) => field.needsSecureLogin),
);

/** Only staff may change the password of a shared account. */
export function mayChangeOwnPassword(person: { shared: boolean }): boolean {
  return !person.shared;
}

type PersonDraft = {
  type: PersonType;
  organizations: Array<{ admin?: boolean | undefined }>;
  attributes: Partial<Record<PersonAttribute, unknown>>;
};

/** All violated rules of a person as they would be stored, by attribute; empty if valid. */
export function brokenRules(draft: PersonDraft): ErrorDetail[] {
  const broken: ErrorDetail[] = [];
  if (draft.organizations.length === 0) broken.push({ attribute: "organizations", reason: formMessages.selectOne });
  if (draft.type !== "employee" && draft.organizations.some((organization) => organization.admin)) {
    broken.push({ attribute: "organizations", reason: formMessages.incorrectFormat });
  }
  for (const attribute of signInAttributes) {
    const value = draft.attributes[attribute];
    if (value !== null && value !== undefined && value !== false && !hasAttribute(draft.type, attribute)) {
      broken.push({ attribute, reason: formMessages.incorrectFormat });
    }
  }
  return broken;
}

/** Splits a name into first and last name: the last word is the last name. */
export function splitName(name: string): { firstName: string; lastName: string | null } {
  const words = name.split(/\s+/).filter(Boolean);
  const last = words.length > 1 ? (words.at(-1) ?? null) : null;
  return { firstName: (last ? words.slice(0, -1) : words).join(" "), lastName: last };
}
