import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { OrganizationRestorePage } from "~/control-panel/organizations/organization-page";
import { loadOrganizationRestore, restoreOrganization } from "~/control-panel/organizations/organization-page.server";

export const loader = ({ request }: LoaderFunctionArgs) => loadOrganizationRestore(request);

export const action = ({ request, params }: ActionFunctionArgs) => restoreOrganization(request, params.id ?? "");

export default OrganizationRestorePage;
