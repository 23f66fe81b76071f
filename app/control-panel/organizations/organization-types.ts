/** From the top of the tree down. */
export const organizationTypes = ["school_unit", "school", "preschool", "sub_school", "consumer"] as const;

/** Where an organisation opens: its page, or the way back for a deleted one. */
export function organizationHref({
  id,
  attributes,
}: {
  id: string;
  attributes: { status: { value: string | null } };
}): string {
  return `/controlpanel/organizations/${id}${attributes.status.value === "deleted" ? "/restore" : ""}`;
}
