import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/composition/process-backend.server";
import { OrganizationMovePage } from "~/control-panel/organizations/organization-move-page";
import { loadOrganizationMove } from "~/control-panel/organizations/organization-page.server";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  title: ({ t, data: { name, parent } }: Titled<typeof loader>) =>
    parent
      ? t("control-panel:organizations.moving.title", { name, parent: parent.name })
      : t("control-panel:organizations.moving.freeTitle", { name }),
};

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadOrganizationMove(backendOf(context), request, params.id ?? "");

export default function MoveOrganization() {
  return <OrganizationMovePage {...useLoaderData<typeof loader>()} />;
}
