/** From the top of the tree down. */
export const organizationTypes = ["school_unit", "school", "preschool", "sub_school", "consumer"] as const;

/** What other organisations may belong to; units of families stand alone. */
export const parentTypes = organizationTypes.filter((type) => type !== "consumer");

/** A school is called one; a municipality, a nursery or a place for families is an organisation. */
export type OrganizationWord = "school" | "organization";
export const wordOf = (type: string | null): OrganizationWord =>
  type === "school" || type === "sub_school" ? "school" : "organization";

/** Where an organisation opens: its page, or the way back for a deleted one. */
export function organizationHref({ id, status }: { id: string; status: string }): string {
  return `/controlpanel/organizations/${id}${status === "deleted" ? "/restore" : ""}`;
}
