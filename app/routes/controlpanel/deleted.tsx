import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { actOnDeleted, loadDeleted } from "~/control-panel/organizations/deleted.server";
import { DeletedPage } from "~/control-panel/organizations/deleted-page";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = { title: ({ t, data }: Titled<typeof loader>) => [t("control-panel:deleted.title"), data.name] };

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadDeleted(backendOf(context), request, params.id ?? "");

export const action = ({ request, context }: ActionFunctionArgs) => actOnDeleted(backendOf(context), request);

export default function Deleted() {
  return <DeletedPage {...useLoaderData<typeof loader>()} />;
}
