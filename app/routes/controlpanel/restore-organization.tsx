import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { RestorePage } from "~/control-panel/manage/restore-page";
import { submitOrganizationRestoration } from "~/control-panel/organizations/organization-actions.server";
import { loadOrganizationRestore } from "~/control-panel/organizations/organization-page.server";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  title: ({ t, data }: Titled<typeof loader>) => t("control-panel:restore.title", { name: data.name }),
};

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadOrganizationRestore(backendOf(context), request, params.id ?? "");

export const action = ({ request, params, context }: ActionFunctionArgs) =>
  submitOrganizationRestoration(backendOf(context), request, params.id ?? "");

export default function RestoreOrganization() {
  return <RestorePage {...useLoaderData<typeof loader>()} list="organizations" />;
}
