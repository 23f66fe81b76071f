/** From the top of the tree down. */
export const organizationTypes = ["school_unit", "school", "preschool", "sub_school", "consumer"] as const;

/** Where an organisation opens: its page, or the way back for a deleted one. */
export function organizationHref({ id, status }: { id: string; status: string }): string {
  return `/controlpanel/organizations/${id}${status === "deleted" ? "/restore" : ""}`;
}
