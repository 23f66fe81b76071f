import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadAssignments } from "~/control-panel/assignments/assignments.server";
import { AssignmentsPage } from "~/control-panel/assignments/assignments-page";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = { i18n: ["assignments"], title: "assignments:title" };

export const loader = ({ request }: LoaderFunctionArgs) => loadAssignments(request);

export default function Assignments() {
  return <AssignmentsPage {...useLoaderData<typeof loader>()} />;
}
