import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { submitOrganizationDeletion } from "~/control-panel/organizations/organization-actions.server";
import { OrganizationDeletionPage } from "~/control-panel/organizations/organization-page";
import { loadOrganizationDeletion } from "~/control-panel/organizations/organization-page.server";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  title: ({ t, data }: Titled<typeof loader>) => t("control-panel:deletion.title", { name: data.name }),
};

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadOrganizationDeletion(backendOf(context), request, params.id ?? "");

export const action = ({ request, params, context }: ActionFunctionArgs) =>
  submitOrganizationDeletion(backendOf(context), request, params.id ?? "");

export default function DeleteOrganization() {
  return <OrganizationDeletionPage {...useLoaderData<typeof loader>()} />;
}
