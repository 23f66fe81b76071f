import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { SyncJobPage } from "~/control-panel/sync/job-page";
import { actOnSyncJob, loadSyncJob } from "~/control-panel/sync/job-page.server";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  i18n: ["control-panel", "lists", "import", "sync"],
  title: ({ data }: Titled<typeof loader>) => data.job.syncName,
};

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  return loadSyncJob(backendOf(context), request, params.id ?? "");
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  return actOnSyncJob(backendOf(context), request, params.id ?? "");
}

export default function SyncJob() {
  return <SyncJobPage {...useLoaderData<typeof loader>()} />;
}
