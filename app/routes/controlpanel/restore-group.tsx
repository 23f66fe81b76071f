import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { loadGroupRestore, submitGroupRestoration } from "~/control-panel/manage/manage.server";
import { RestorePage } from "~/control-panel/manage/restore-page";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  title: ({ t, data }: Titled<typeof loader>) => t("control-panel:restore.title", { name: data.name }),
};

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadGroupRestore(backendOf(context), request, params.id ?? "");

export const action = ({ request, params, context }: ActionFunctionArgs) =>
  submitGroupRestoration(backendOf(context), request, params.id ?? "");

export default function RestoreGroup() {
  return <RestorePage {...useLoaderData<typeof loader>()} list="groups" />;
}
