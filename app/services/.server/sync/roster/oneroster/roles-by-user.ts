import type { TableRow } from "~/services/.server/sync/roster/csv/read-table";
import { RosterSourceError } from "~/services/.server/sync/roster/roster";
import { rosterLimits } from "~/services/.server/sync/roster/roster-limits";
import type { RoleRecord } from "./records";

/** Roles from roles.csv (1.2) by person. Saves memory: equal roles are stored once, and a person with one role needs one reference. */
export type RolesByUser = {
  add(row: TableRow): void;
  of(userSourceId: string): readonly RoleRecord[];
};

export function createRolesByUser(): RolesByUser {
  const known = new Map<string, RoleRecord>();
  const byUser = new Map<string, RoleRecord | RoleRecord[]>();
  let count = 0;
  return {
    add(row) {
      count += 1;
      if (count > rosterLimits.places) {
        throw new RosterSourceError("too_many_rows", { file: "roles.csv", limit: rosterLimits.places });
      }
      const role = roleOf(row);
      const key = JSON.stringify(role);
      const interned = known.get(key) ?? role;
      if (interned === role) known.set(key, role);
      const user = row.get("userSourcedId");
      const others = byUser.get(user);
      byUser.set(
        user,
        others === undefined ? interned : Array.isArray(others) ? [...others, interned] : [others, interned],
      );
    },
    of(userSourceId) {
      const roles = byUser.get(userSourceId);
      return roles === undefined ? [] : Array.isArray(roles) ? roles : [roles];
    },
  };
}

function roleOf(row: TableRow): RoleRecord {
  return {
    role: row.get("role"),
    orgSourceId: row.get("orgSourcedId"),
    isPrimary: row.get("roleType").toLowerCase() === "primary",
    endDate: row.get("endDate"),
  };
}
