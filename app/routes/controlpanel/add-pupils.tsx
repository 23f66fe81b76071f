import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { addPupils, loadAddPupils } from "~/control-panel/groups/add-pupils.server";
import { AddPupilsPage } from "~/control-panel/groups/add-pupils-page";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  title: ({ t, data }: Titled<typeof loader>) => t("control-panel:groups.addPupilsTo", { name: data.group.name }),
};

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadAddPupils(backendOf(context), request, params.id ?? "");

export const action = ({ request, params, context }: ActionFunctionArgs) =>
  addPupils(backendOf(context), request, params.id ?? "");

export default function AddPupils() {
  return <AddPupilsPage {...useLoaderData<typeof loader>()} />;
}
