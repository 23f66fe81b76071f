import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { SyncPage } from "~/control-panel/sync/sync-page";
import { actOnSettings, loadSyncPage } from "~/control-panel/sync/sync-page.server";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = { i18n: ["control-panel", "lists", "sync"], title: "sync:title" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadSyncPage(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => actOnSettings(backendOf(context), request);

export default function Sync() {
  return <SyncPage {...useLoaderData<typeof loader>()} />;
}
