import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SyncPage } from "~/control-panel/sync/sync-page";
import { actOnSettings, loadSyncPage } from "~/control-panel/sync/sync-page.server";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = { i18n: ["control-panel", "lists", "sync"], title: "sync:title" };

export const loader = ({ request }: LoaderFunctionArgs) => loadSyncPage(request);

export const action = ({ request }: ActionFunctionArgs) => actOnSettings(request);

export default function Sync() {
  return <SyncPage {...useLoaderData<typeof loader>()} />;
}
