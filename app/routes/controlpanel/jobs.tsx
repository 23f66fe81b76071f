import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/composition/process-backend.server";
import { jobsAPage, loadJobs } from "~/control-panel/jobs/jobs.server";
import { JobsPage } from "~/control-panel/jobs/jobs-page";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = { title: "lists:job.listTitle" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  return { ...(await loadJobs(backendOf(context), request)), size: jobsAPage };
}

export default function Jobs() {
  return <JobsPage {...useLoaderData<typeof loader>()} />;
}
