import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { addOrganization, loadNewOrganization } from "~/control-panel/organizations/new-organization.server";
import { NewOrganizationPage } from "~/control-panel/organizations/new-organization-page";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";
export { actionKeepingForm as clientAction } from "~/forms/saved-form-action";

export const handle = { title: "control-panel:organizations.new" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadNewOrganization(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => addOrganization(backendOf(context), request);

export default function NewOrganization() {
  const { key, ...data } = useLoaderData<typeof loader>();
  return <NewOrganizationPage {...data} idempotencyKey={key} />;
}
