import { z } from "zod";
import { textAt } from "~/services/.server/sync/roster/http/read-records";
import type { Concerned } from "~/services/.server/sync/roster/refused-rows";
import {
  type ClassRecord,
  type EnrollmentRecord,
  isGoneStatus,
  type OneRosterVersion,
  type OrgRecord,
  recordStatuses,
  type UserRecord,
} from "./records";

/** Converts OneRoster's JSON (REST binding, 1.1 and 1.2) to records; docs/product/roster-sources.md#oneroster. Other fields are ignored. */

const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() ?? "");
const id = z.string().min(1).max(255);
const reference = z.object({ sourcedId: id });
const optionalReference = reference.nullish().transform((value) => value?.sourcedId ?? "");
const status = z
  .string()
  .nullish()
  .transform((value) => value?.trim().toLowerCase() ?? "")
  .pipe(z.enum(recordStatuses));
const base = { sourcedId: id, status };

const role = z.object({ roleType: text, role: text, org: reference, endDate: text });

/** Schemas of the records by list name, as in the service's paths and responses. */
export const schemas = {
  orgs: z.object({ ...base, name: text, identifier: text, parent: optionalReference }),
  classes: z.object({ ...base, title: text, school: reference }),
  enrollments: z.object({ ...base, role: text, user: reference, class: reference, endDate: text }),
  users: z.object({
    ...base,
    enabledUser: z.union([z.boolean(), z.enum(["true", "false", "True", "False", "TRUE", "FALSE"])]),
    username: text,
    givenName: text,
    middleName: text,
    familyName: text,
    preferredGivenName: text,
    preferredMiddleName: text,
    preferredFamilyName: text,
    identifier: text,
    userMasterIdentifier: text,
    email: text,
    // 1.1
    role: text,
    orgs: z.array(reference).nullish(),
    // 1.2
    roles: z.array(role).nullish(),
  }),
};

export type JsonBase = { sourcedId: string };
type JsonOf<Name extends keyof typeof schemas> = z.output<(typeof schemas)[Name]>;

/** Whom a refused record of a list is about. */
export function concernedByRecord(list: keyof typeof schemas, record: unknown): Concerned {
  const id = list === "enrollments" ? textAt(record, "user", "sourcedId") : textAt(record, "sourcedId");
  if (id === "") return "unknown";
  if (list === "users") return { person: id };
  return list === "enrollments" ? { classesOf: id } : { record: id };
}

export function orgOfJson({ sourcedId, status, name, identifier, parent }: JsonOf<"orgs">): OrgRecord {
  return { sourceId: sourcedId, isGone: isGoneStatus(status), name, identifier, parentSourceId: parent };
}

export function classOfJson({ sourcedId, status, title, school }: JsonOf<"classes">): ClassRecord {
  return { sourceId: sourcedId, isGone: isGoneStatus(status), title, schoolSourceId: school.sourcedId };
}

export function enrollmentOfJson({ sourcedId, status, ...enrollment }: JsonOf<"enrollments">): EnrollmentRecord {
  return {
    sourceId: sourcedId,
    isGone: isGoneStatus(status),
    classSourceId: enrollment.class.sourcedId,
    userSourceId: enrollment.user.sourcedId,
    role: enrollment.role,
    endDate: enrollment.endDate,
  };
}

export function userOfJson(user: JsonOf<"users">, version: OneRosterVersion): UserRecord {
  const preferred = user.preferredGivenName;
  return {
    sourceId: user.sourcedId,
    isGone: isGoneStatus(user.status),
    isEnabled: String(user.enabledUser).toLowerCase() === "true",
    username: user.username,
    givenName: preferred || user.givenName,
    // A preferred given name replaces the registered middle name too.
    middleName: preferred ? user.preferredMiddleName : user.middleName,
    familyName: user.preferredFamilyName || user.familyName,
    identifier: user.identifier,
    masterIdentifier: user.userMasterIdentifier,
    email: user.email,
    roles:
      version === "1.2"
        ? (user.roles ?? []).map(({ roleType, role, org, endDate }) => ({
            role,
            orgSourceId: org.sourcedId,
            isPrimary: roleType.toLowerCase() === "primary",
            endDate,
          }))
        : (user.orgs ?? []).map(({ sourcedId }) => ({
            role: user.role,
            orgSourceId: sourcedId,
            isPrimary: false,
            endDate: "",
          })),
  };
}
