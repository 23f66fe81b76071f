import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { OrganizationRestorePage } from "~/control-panel/organizations/organization-page";
import { loadOrganizationRestore, restoreOrganization } from "~/control-panel/organizations/organization-page.server";

export const loader = ({ request, params }: LoaderFunctionArgs) => loadOrganizationRestore(request, params.id ?? "");

export const action = ({ request, params }: ActionFunctionArgs) => restoreOrganization(request, params.id ?? "");

export default function RestoreOrganization() {
  return <OrganizationRestorePage {...useLoaderData<typeof loader>()} />;
}
