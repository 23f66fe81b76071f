import type { users } from "~/services/.server/directory/tables";
import type { StoredProperty } from "~/services/contracts/person-field-table";

/** Column types for writing one or many people. */

/** Columns of a person's attributes; omitted ones are not changed. */
export type PersonColumns = Partial<
  Pick<typeof users.$inferSelect, StoredProperty> & { status: "active" | "inactive" }
>;

export type PlaceWrite = { organizationId: number; admin: boolean; active?: boolean; addToSubSchools?: boolean };
