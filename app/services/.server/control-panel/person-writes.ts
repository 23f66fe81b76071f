import type { Database } from "../../../db/.server/connect";
import { formMessages } from "../../contracts/form-messages";
import {
  type OrganizationValue,
  type PersonAttribute,
  personAttributes,
  personFields,
} from "../../contracts/person-fields";
import { type ErrorDetail, forbidden, ServiceError, validationError } from "../../contracts/service-error";
import { type Access, relationToOrganization } from "../directory/access";
import { findPositions } from "../directory/organizations-store";
import type { Person, PersonColumns, PlaceWrite } from "../directory/people-store";
import { attributeLevel, mayOnOrganization, type PersonSight } from "../directory/permissions";
import { brokenRules, hasAttribute } from "../directory/rules";

/** From attributes as they were sent to what is stored: allow-listed, checked by level, by schema, by rule. security.md, line 20. */

export type SentAttributes = Record<string, { value?: unknown }>;

export type ReadAttributes = {
  columns: PersonColumns;
  organizations: OrganizationValue[] | null;
  password: string | null;
  /** Names of what was sent and may be written. */
  names: PersonAttribute[];
  status: "active" | "inactive" | null;
};

/** Why a write is refused with 403: the right is missing, or a secure login would give it. */
export function refuse(details: ErrorDetail[]): ServiceError {
  const needsOnlyLogin = details.every((detail) => detail.reason === formMessages.secureLogin);
  const message = needsOnlyLogin ? formMessages.secureLogin : formMessages.insufficientPermission;
  return new ServiceError(403, "forbidden", message, details);
}

/** Attributes of ours that are shown, and sent back by clients that return the whole entity. */
const onlyShown = new Set(["groups"]);

/**
 * Throws 400 for unknown or wrong values, 403 for attributes that the caller may not change. Attributes that may not be changed
 * but were sent back as they are do no harm.
 */
export function readAttributes(sight: PersonSight, sent: SentAttributes, stored: Person | null): ReadAttributes {
  const wrong: ErrorDetail[] = [];
  const refused: ErrorDetail[] = [];
  const fields = personFields(sight.realm);
  const values: Partial<Record<PersonAttribute, unknown>> = {};
  let status: ReadAttributes["status"] = null;
  for (const [name, { value }] of Object.entries(sent)) {
    if (name === "status") {
      if (value === "active" || value === "inactive") status = value;
      else wrong.push({ attribute: name, reason: formMessages.incorrectFormat });
      continue;
    }
    if (onlyShown.has(name)) continue;
    if (!isPersonAttribute(name)) {
      wrong.push({ attribute: name, reason: formMessages.incorrectFormat });
      continue;
    }
    if (name === "password" && (value === null || value === "")) continue;
    const level = attributeLevel(sight, name);
    const result = fields[name].safeParse(value);
    if (level.editable === 0) {
      if (isUntouched(name, result.success ? result.data : value, stored)) continue;
      if (!hasAttribute(sight.type, name)) wrong.push({ attribute: name, reason: formMessages.incorrectFormat });
      else refused.push({ attribute: name, reason: missing(level.needsSecureLogin) });
      continue;
    }
    if (result.success) values[name] = result.data;
    else {
      const reason = result.error.issues[0]?.message ?? formMessages.incorrectFormat;
      wrong.push({ attribute: name, reason: isOurs(reason) ? reason : formMessages.incorrectFormat });
    }
  }
  if (wrong.length > 0) throw validationError(wrong, formMessages.formErrors);
  if (refused.length > 0) throw refuse(refused);
  const { organizations = null, password = null, gsuiteid, gsuiteemail, ...columns } = values as Record<string, never>;
  return {
    columns: {
      ...columns,
      ...(gsuiteid === undefined ? {} : { gsuiteId: gsuiteid }),
      ...(gsuiteemail === undefined ? {} : { gsuiteEmail: gsuiteemail }),
    },
    organizations,
    password,
    names: Object.keys(values) as PersonAttribute[],
    status,
  };
}

function missing(needsSecureLogin: boolean): string {
  return needsSecureLogin ? formMessages.secureLogin : formMessages.insufficientPermission;
}

/** zod's own messages are for programmers. */
function isOurs(reason: string): boolean {
  return !/^(Invalid|Too|Expected|Unrecognized).*(expected|received|input)/.test(reason);
}

function isPersonAttribute(name: string): name is PersonAttribute {
  return (personAttributes as readonly string[]).includes(name);
}

/** The value of an attribute as it lies in the store. */
export function storedValue(name: PersonAttribute, stored: Person): unknown {
  if (name === "gsuiteid") return stored.gsuiteId;
  if (name === "gsuiteemail") return stored.gsuiteEmail;
  if (name === "password") return null;
  if (name === "organizations") return stored.places.map((place) => place.uid);
  return stored[name];
}

function isUntouched(name: PersonAttribute, value: unknown, stored: Person | null): boolean {
  if (value === null || value === undefined || value === false || value === "") {
    const before = stored ? storedValue(name, stored) : null;
    return !stored || before === null || before === false || value === null || value === undefined;
  }
  if (!stored) return false;
  if (name === "organizations") {
    const ids = Array.isArray(value) ? value.map((item) => (typeof item === "string" ? item : item?.id)) : [];
    const known = new Set(stored.places.map((place) => place.uid));
    return ids.every((id) => known.has(id));
  }
  return value === storedValue(name, stored);
}

/** Keeps only what differs from the store. */
export function onlyChanges(columns: PersonColumns, stored: Person): PersonColumns {
  return Object.fromEntries(
    Object.entries(columns).filter(([name, value]) => value !== stored[name as keyof Person]),
  ) as PersonColumns;
}

export type PlacesChange = { write: PlaceWrite[]; leave: number[] };

/**
 * The places that a list of organisations asks for. Only organisations in the caller's reach are named, joined or left; what
 * lies elsewhere stays. Throws 400 for an unknown organisation, 403 where the caller may not place people.
 */
export async function readPlaces(
  database: Database,
  access: Access,
  sight: PersonSight,
  organizations: OrganizationValue[],
  stored: Person | null,
): Promise<PlacesChange> {
  const broken = brokenRules({ type: sight.type, organizations, attributes: {} });
  if (broken.length > 0) throw validationError(broken, formMessages.formErrors);
  const positions = await findPositions(database, access.realm, [...new Set(organizations.map(({ id }) => id))]);
  const byUid = new Map(positions.map((position) => [position.uid, position]));
  const before = new Map((stored?.places ?? []).map((place) => [place.id, place]));
  const write: PlaceWrite[] = [];
  const kept = new Set<number>();
  for (const { id, admin } of organizations) {
    const position = byUid.get(id);
    const relation = position ? relationToOrganization(access, position) : "none";
    const place = position ? before.get(position.id) : undefined;
    if (!position || (relation === "none" && !place)) {
      throw validationError([{ attribute: "organizations", reason: formMessages.incorrectFormat }]);
    }
    kept.add(position.id);
    const wasAdmin = place?.admin ?? false;
    const isAdmin = admin ?? wasAdmin;
    // Whoever is made an administrator rises to that rank: only a higher one may do it.
    if (isAdmin !== wasAdmin && access.rank <= 3) {
      throw refuse([{ attribute: "organizations", reason: formMessages.insufficientPermission }]);
    }
    if (place && isAdmin === wasAdmin) continue;
    if (!mayOnOrganization(relation, "CreateUser")) throw forbidden(formMessages.insufficientPermission);
    write.push({ organizationId: position.id, admin: isAdmin });
  }
  const leave = [...before.values()]
    .filter((place) => !kept.has(place.id) && mayOnOrganization(relationToOrganization(access, place), "CreateUser"))
    .map((place) => place.id);
  if (stored && before.size - leave.length + write.filter((place) => !before.has(place.organizationId)).length === 0) {
    throw validationError([{ attribute: "organizations", reason: formMessages.selectOne }]);
  }
  return { write, leave };
}
