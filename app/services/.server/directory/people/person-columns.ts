import type { users } from "~/services/.server/directory/tables";

/** Column types for writing one or many people. */

/** Columns of a person's attributes; omitted ones are not changed. */
export type PersonColumns = Partial<
  Pick<
    typeof users.$inferSelect,
    | "username"
    | "name"
    | "firstName"
    | "lastName"
    | "email"
    | "shared"
    | "speakingBookRights"
    | "ageFilter"
    | "secureAuthEnabled"
    | "externalId"
    | "address"
    | "postalCode"
    | "eppn"
    | "gsuiteId"
    | "gsuiteEmail"
    | "office365"
    | "bankid"
    | "sms"
  > & { status: "active" | "inactive" }
>;

export type PlaceWrite = { organizationId: number; admin: boolean; active?: boolean; addToSubSchools?: boolean };
