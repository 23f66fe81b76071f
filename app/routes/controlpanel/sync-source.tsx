import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SourcePage } from "~/control-panel/sync/source-page";
import { actOnSource, loadSource } from "~/control-panel/sync/source-page.server";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = { i18n: ["control-panel", "lists", "sync"], title: "sync:title" };

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadSource(request, params.organization ?? "", params.id ?? "");
}

export async function action({ request, params }: ActionFunctionArgs) {
  return actOnSource(request, params.organization ?? "", params.id ?? "");
}

export default function SyncSource() {
  return <SourcePage {...useLoaderData<typeof loader>()} />;
}
