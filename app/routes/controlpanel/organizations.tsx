import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { OrganizationsList } from "~/control-panel/organizations/organizations-list";
import { loadOrganizations } from "~/control-panel/organizations/organizations-list.server";

export const loader = ({ request }: LoaderFunctionArgs) => loadOrganizations(request);

export default function Organizations() {
  return <OrganizationsList {...useLoaderData<typeof loader>()} />;
}
