import { z } from "zod";
import { visiblePlaces } from "~/services/.server/directory/access";
import type { CallerProof } from "~/services/.server/directory/authorisation";
import { forbiddenAttributes, refusalReason } from "~/services/.server/directory/forbidden-attributes";
import type { Person } from "~/services/.server/directory/people/people-store";
import type { PersonColumns } from "~/services/.server/directory/people/person-columns";
import { type PlacesChange, readPlaces } from "~/services/.server/directory/people/place-rules";
import { conflictOf } from "~/services/.server/directory/people/taken-identifiers";
import {
  type AttributeLevel,
  attributeLevel,
  type PermissionContext,
  statusLevel,
} from "~/services/.server/directory/permissions";
import { hasAttribute, splitName } from "~/services/.server/directory/rules";
import { formMessages } from "~/services/contracts/form-messages";
import {
  type PersonAttribute,
  personAttributes,
  personFieldTable,
  type StoredAttribute,
  storedProperties,
} from "~/services/contracts/person-field-table";
import { type OrganizationValue, organizationValue, personFields } from "~/services/contracts/person-fields";
import { type ErrorDetail, ServiceError, validationError } from "~/services/contracts/service-error";

/** Validates a person's attributes for writing: allow-list, level, schema, rules. docs/security.md, line 20. */

type SentAttributes = Record<string, { value?: unknown }>;

type ReadAttributes = {
  columns: PersonColumns;
  organizations: OrganizationValue[] | null;
  password: string | null;
  status: "active" | "inactive" | null;
};

/** Our own read-only attributes, accepted from clients that send back the whole entity. */
const viewOnly = new Set(["groups", "legacyId"]);

/**
 * @throws ServiceError 400 for unknown attributes and invalid values, 403 for attributes that the caller may not change; unchanged values
 * of those are accepted
 * @param missing attributes known to be missing, reported with the other mistakes
 */
function readAttributes(
  context: PermissionContext,
  sent: SentAttributes,
  stored: Person | null,
  missing: readonly ErrorDetail[] = [],
): ReadAttributes {
  const wrong: ErrorDetail[] = [...missing];
  const refused: ErrorDetail[] = [];
  const fields = personFields(context.realm);
  const values: Partial<Record<PersonAttribute, unknown>> = {};
  let status: ReadAttributes["status"] = null;
  for (const [name, { value }] of Object.entries(sent)) {
    if (missing.some(({ attribute }) => attribute === name)) continue;
    if (name === "status") {
      if (value === "active" || value === "inactive") status = value;
      else wrong.push({ attribute: name, reason: formMessages.incorrectFormat });
      continue;
    }
    if (viewOnly.has(name)) continue;
    if (!isPersonAttribute(name)) {
      wrong.push({ attribute: name, reason: formMessages.incorrectFormat });
      continue;
    }
    if (name === "password" && (value === null || value === "")) continue;
    const level = attributeLevel(context, name);
    const result = fields[name].safeParse(value);
    if (level.editable === 0) {
      if (isUntouched(name, result.success ? result.data : value, stored, level)) continue;
      if (!hasAttribute(context.type, name)) wrong.push({ attribute: name, reason: formMessages.incorrectFormat });
      else refused.push({ attribute: name, reason: refusalReason(level) });
      continue;
    }
    if (result.success) values[name] = result.data;
    else {
      const reason = result.error.issues[0]?.message ?? formMessages.incorrectFormat;
      wrong.push({ attribute: name, reason: isOurs(reason) ? reason : formMessages.incorrectFormat });
    }
  }
  if (wrong.length > 0) throw validationError(wrong, formMessages.formErrors);
  if (refused.length > 0) throw forbiddenAttributes(refused);
  const read = values as Record<string, never>;
  const { organizations = null, password = null, ...others } = read;
  const columns: PersonColumns = Object.fromEntries(
    Object.entries(others).map(([name, value]) => [storedProperties[name as StoredAttribute], value]),
  );
  return { columns: { ...columns, ...partsOfName(columns, stored) }, organizations, password, status };
}

/**
 * Parses a person's attributes and authorises the caller to write all of them.
 * @param stored null for a new person
 * @throws ServiceError 400 with all mistakes at once, including values that other people have (docs/product/control-panel.md#validation);
 * 403 for attributes that the caller may not write
 */
export async function authoriseAttributes(
  { database, access, context }: CallerProof & { context: PermissionContext },
  sent: SentAttributes,
  stored: Person | null,
): Promise<{ read: ReadAttributes; places: PlacesChange }> {
  // Whether a value is unchanged must not tell what the caller may not see.
  const seen = stored && { ...stored, places: visiblePlaces(access, stored) };
  try {
    const read = readAttributes(context, sent, seen, stored ? [] : missingOfNew(sent));
    const organizations = read.organizations ?? (stored ? null : []);
    const places = organizations
      ? await readPlaces(database, access, context, organizations, stored)
      : { write: [], leave: [] };
    if (read.status && stored && read.status !== stored.status && statusLevel(context).editable === 0) {
      throw forbiddenAttributes([{ attribute: "status", reason: refusalReason(statusLevel(context)) }]);
    }
    return { read, places };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 400 || !error.details) throw error;
    const wrong = new Set(error.details.map(({ attribute }) => attribute));
    const right = Object.entries(sent).filter(
      ([name]) => !wrong.has(name) && isPersonAttribute(name) && attributeLevel(context, name).editable === 2,
    );
    const { columns, organizations } = readAttributes(context, Object.fromEntries(right), null);
    const places = (organizations ?? []).map(({ id }) => id);
    const { realm, type } = context;
    const person = { id: stored?.id ?? null, realm, type, columns, organizations: places };
    const taken = await conflictOf(database, person);
    throw taken?.details ? validationError([...error.details, ...taken.details], error.message) : error;
  }
}

/** A new person needs name, username and one organisation; the rest is optional. docs/product/choices.md#wire. */
function missingOfNew(sent: SentAttributes): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  for (const name of ["name", "username"]) {
    const value = sent[name]?.value;
    if (value === undefined || value === null || value === "")
      details.push({ attribute: name, reason: formMessages.required });
  }
  const organizations = sent.organizations?.value;
  if (
    organizations === undefined ||
    organizations === null ||
    (Array.isArray(organizations) && !organizations.length)
  ) {
    details.push({ attribute: "organizations", reason: formMessages.selectOne });
  }
  return details;
}

/**
 * Derives first and last name from the name, as long as nobody has set them or after both are cleared. Explicitly set ones are unchanged.
 * Forms send all three, so a value equal to the stored one counts as not set.
 */
function partsOfName(columns: PersonColumns, stored: Person | null): Partial<PersonColumns> {
  const { firstName, lastName } = columns;
  if (!stored) return columns.name !== undefined && !firstName && !lastName ? splitName(columns.name) : {};
  const name = columns.name ?? stored.name;
  if (firstName === null && lastName === null) return splitName(name);
  const areSame =
    (firstName ?? stored.firstName) === stored.firstName && (lastName ?? stored.lastName) === stored.lastName;
  const before = splitName(stored.name);
  const areOfName =
    stored.firstName === null || (stored.firstName === before.firstName && stored.lastName === before.lastName);
  return name !== stored.name && areSame && areOfName ? splitName(name) : {};
}

/** zod's built-in messages are not meant for users. */
function isOurs(reason: string): boolean {
  return !/^(Invalid|Too|Expected|Unrecognized).*(expected|received|input)/.test(reason);
}

function isPersonAttribute(name: string): name is PersonAttribute {
  return (personAttributes as readonly string[]).includes(name);
}

/** The stored value of an attribute. */
function storedValue(name: PersonAttribute, stored: Person): unknown {
  const { kind, column } = personFieldTable[name];
  if (kind === "places") return stored.places;
  return column === null ? null : stored[column];
}

const isNothing = (value: unknown) => value === null || value === undefined || value === false || value === "";

/** Whether a value equals the one in the response, which is null if the caller may not view it. */
function isUntouched(name: PersonAttribute, value: unknown, stored: Person | null, level: AttributeLevel): boolean {
  if (level.viewable === 0 && (value === null || value === undefined)) return true;
  const before = stored ? storedValue(name, stored) : null;
  if (isNothing(value)) return isNothing(before);
  if (name === "organizations" && stored) return areSamePlaces(value, stored.places);
  return value === before;
}

/** The client may send only the associations in its scope, so a subset counts as unchanged. */
function areSamePlaces(value: unknown, places: Person["places"]): boolean {
  const read = z.array(organizationValue).min(1).safeParse(value);
  if (!read.success || new Set(read.data.map(({ id }) => id)).size < read.data.length) return false;
  return read.data.every(({ id, ...flags }) => {
    const place = places.find(({ uid }) => uid === id);
    return (
      place &&
      (["admin", "active", "addToSubSchools"] as const).every((flag) => (flags[flag] ?? place[flag]) === place[flag])
    );
  });
}

/** Returns only the values that differ from the stored ones. */
export function onlyChanges(columns: PersonColumns, stored: Person): PersonColumns {
  return Object.fromEntries(
    Object.entries(columns).filter(([name, value]) => value !== stored[name as keyof Person]),
  ) as PersonColumns;
}
