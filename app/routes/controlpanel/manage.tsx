import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { Manage } from "~/control-panel/manage/manage";
import { actOnManage, loadManage } from "~/control-panel/manage/manage.server";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = { title: "control-panel:manage.title" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadManage(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => actOnManage(backendOf(context), request);

export default function ManageRoute() {
  return <Manage {...useLoaderData<typeof loader>()} />;
}
