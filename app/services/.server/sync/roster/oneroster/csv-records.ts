import type { TableColumns, TableRow } from "~/services/.server/sync/roster/csv/read-table";
import type { Concerned } from "~/services/.server/sync/roster/refused-rows";
import type { OneRosterManifest, RosterFile } from "./manifest";
import type { ClassRecord, EnrollmentRecord, OrgRecord, UserRecord } from "./records";
import type { RolesByUser } from "./roles-by-user";

/** Converts rows of OneRoster's CSV files (CSV binding, 1.1 and 1.2) to records; docs/product/roster-sources.md#oneroster. */

/** In deltas `gone` means tobedeleted. */
export type RowStatus = "active" | "gone";

const base = ["status", "dateLastModified"];
const columns: Record<RosterFile, TableColumns> = {
  orgs: { required: ["sourcedId", "name", "type"], optional: [...base, "identifier", "parentSourcedId"] },
  classes: {
    required: ["sourcedId", "title", "schoolSourcedId"],
    optional: [
      ...base,
      ...["grades", "grade", "courseSourcedId", "classCode", "classType", "location"],
      ...["termSourcedIds", "subjects", "subjectCodes", "periods", "resources"],
    ],
  },
  enrollments: {
    required: ["sourcedId", "classSourcedId", "userSourcedId", "role"],
    optional: [...base, "schoolSourcedId", "primary", "beginDate", "endDate"],
  },
  roles: {
    required: ["sourcedId", "userSourcedId", "role", "orgSourcedId"],
    optional: [...base, "roleType", "beginDate", "endDate", "userProfileSourcedId"],
  },
  users: {
    required: ["sourcedId", "enabledUser", "givenName", "familyName"],
    optional: [
      ...base,
      ...["username", "userIds", "userId", "middleName", "identifier", "email", "sms", "phone"],
      ...["agentSourcedIds", "agents", "grades", "password"],
    ],
  },
};
const users11 = ["orgSourcedIds", "role"];
const users12 = [
  ...["userMasterIdentifier", "resourceSourcedIds", "preferredGivenName", "preferredMiddleName"],
  ...["preferredFamilyName", "primaryOrgSourcedId", "pronouns"],
];

/** All columns of a file in a version, including unused ones. */
export function fileColumnsOf(file: RosterFile, version: OneRosterManifest["version"]): TableColumns {
  const { required, optional } = columns[file];
  if (file !== "users") return { required, optional };
  return version === "1.1"
    ? { required: [...required, ...users11], optional }
    : { required, optional: [...optional, ...users12] };
}

/** Columns without which a row cannot be used, `person` among them if it is about one. */
const needed: Record<RosterFile, { person: string | null; columns: readonly string[]; ofGone: readonly string[] }> = {
  orgs: { person: null, columns: ["sourcedId", "name"], ofGone: ["sourcedId"] },
  classes: { person: null, columns: ["sourcedId", "title", "schoolSourcedId"], ofGone: ["sourcedId"] },
  enrollments: {
    person: "userSourcedId",
    columns: ["sourcedId", "classSourcedId", "userSourcedId", "role"],
    ofGone: ["sourcedId", "classSourcedId", "userSourcedId"],
  },
  roles: {
    person: "userSourcedId",
    columns: ["sourcedId", "userSourcedId", "role", "orgSourcedId"],
    ofGone: ["sourcedId"],
  },
  users: { person: "sourcedId", columns: ["sourcedId", "enabledUser"], ofGone: ["sourcedId"] },
};

/** The first column that a row needs and leaves empty; null if there is none. */
export function missingColumn(row: TableRow, file: RosterFile, status: RowStatus): string | null {
  const { columns, ofGone } = needed[file];
  return (status === "gone" ? ofGone : columns).find((column) => row.get(column) === "") ?? null;
}

/** Whom a row is about, for a row that is refused. */
export function concernedByRow(row: TableRow, file: RosterFile): Concerned {
  const { person } = needed[file];
  const id = row.get(person ?? "sourcedId");
  if (id === "") return "unknown";
  if (person === null) return { record: id };
  return file === "enrollments" ? { classesOf: id } : { person: id };
}

/** Whether the row says of a user whether they are enabled. */
export function hasEnabledUser(row: TableRow): boolean {
  return ["true", "false", "1", "0"].includes(row.get("enabledUser").toLowerCase());
}

export function orgOfRow(row: TableRow, status: RowStatus): OrgRecord {
  return {
    sourceId: row.get("sourcedId"),
    isGone: status === "gone",
    name: row.get("name"),
    identifier: row.get("identifier"),
    parentSourceId: row.get("parentSourcedId"),
  };
}

export function classOfRow(row: TableRow, status: RowStatus): ClassRecord {
  return {
    sourceId: row.get("sourcedId"),
    isGone: status === "gone",
    title: row.get("title"),
    schoolSourceId: row.get("schoolSourcedId"),
  };
}

export function enrollmentOfRow(row: TableRow, status: RowStatus): EnrollmentRecord {
  return {
    sourceId: row.get("sourcedId"),
    isGone: status === "gone",
    classSourceId: row.get("classSourcedId"),
    userSourceId: row.get("userSourcedId"),
    role: row.get("role"),
    endDate: row.get("endDate"),
  };
}

/** @param roles roles from roles.csv, in 1.2 */
export function userOfRow(row: TableRow, status: RowStatus, roles: RolesByUser | null): UserRecord {
  const enabled = row.get("enabledUser").toLowerCase();
  const sourceId = row.get("sourcedId");
  const preferred = row.get("preferredGivenName");
  return {
    sourceId,
    isGone: status === "gone",
    isEnabled: enabled === "true" || enabled === "1",
    username: row.get("username"),
    givenName: preferred || row.get("givenName"),
    // A preferred given name replaces the registered middle name too.
    middleName: preferred ? row.get("preferredMiddleName") : row.get("middleName"),
    familyName: row.get("preferredFamilyName") || row.get("familyName"),
    identifier: row.get("identifier"),
    masterIdentifier: row.get("userMasterIdentifier"),
    email: row.get("email"),
    roles: roles ? roles.of(sourceId) : rolesOfUser(row),
  };
}

/** 1.1: one role at a list of schools, separated by commas. Without a school the role is at "", which no school has as its id. */
function rolesOfUser(row: TableRow): UserRecord["roles"] {
  const role = row.get("role");
  const named = row.get("orgSourcedIds").split(",");
  const orgs = named.map((org) => org.trim()).filter((org) => org !== "");
  return (orgs.length > 0 ? orgs : [""]).map((orgSourceId) => ({ role, orgSourceId, isPrimary: false, endDate: "" }));
}
