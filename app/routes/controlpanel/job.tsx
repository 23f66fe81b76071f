import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { JobPage } from "~/control-panel/jobs/job-page";
import { actOnJob, jobsAPage, loadJob } from "~/control-panel/jobs/jobs.server";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = { title: ({ t, data }: Titled<typeof loader>) => t(`lists:kinds.${data.job.kind}`) };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  return { ...(await loadJob(backendOf(context), request, params.id ?? "")), size: jobsAPage };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  return actOnJob(backendOf(context), request, params.id ?? "");
}

export default function Job() {
  return <JobPage {...useLoaderData<typeof loader>()} />;
}
