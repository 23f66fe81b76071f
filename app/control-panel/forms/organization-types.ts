/** Wording: schools are called a school; other types (municipality, nursery, family) an organisation. */
export type OrganizationWord = "school" | "organization";
export const organizationWordOf = (type: string | null): OrganizationWord =>
  type === "school" || type === "sub_school" ? "school" : "organization";

/** URL of an organisation's page; of the restore page if it was deleted. */
export function organizationHref({ id, status }: { id: string; status: string }): string {
  return `/controlpanel/organizations/${id}${status === "deleted" ? "/restore" : ""}`;
}
