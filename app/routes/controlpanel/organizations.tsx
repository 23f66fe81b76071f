import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { actOnList } from "~/control-panel/lists/saved-lists.server";
import { OrganizationsList } from "~/control-panel/organizations/organizations-list";
import { loadOrganizations } from "~/control-panel/organizations/organizations-list.server";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = { title: "control-panel:nav.organizations" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadOrganizations(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) =>
  actOnList(backendOf(context), request, "organizations");

export default function Organizations() {
  return <OrganizationsList {...useLoaderData<typeof loader>()} />;
}
