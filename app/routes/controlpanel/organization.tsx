import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { actOnOrganization } from "~/control-panel/organizations/organization-actions.server";
import { OrganizationNotFetched, OrganizationPage } from "~/control-panel/organizations/organization-page";
import { loadOrganization } from "~/control-panel/organizations/organization-page.server";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";
export { actionKeepingForm as clientAction } from "~/forms/saved-form-action";

export const handle = {
  title: ({ t, data }: Titled<typeof loader>) => data?.organization.name ?? t("control-panel:organizations.notFetched"),
};

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadOrganization(backendOf(context), request, params.id ?? "");

export const action = ({ request, params, context }: ActionFunctionArgs) =>
  actOnOrganization(backendOf(context), request, params.id ?? "");

export default function Organization() {
  const data = useLoaderData<typeof loader>();
  return data ? <OrganizationPage key={data.organization.id} {...data} /> : <OrganizationNotFetched />;
}
