import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { loadAssignments } from "~/control-panel/assignments/assignments.server";
import { AssignmentsPage } from "~/control-panel/assignments/assignments-page";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = { i18n: ["assignments"], title: "assignments:title" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadAssignments(backendOf(context), request);

export default function Assignments() {
  return <AssignmentsPage {...useLoaderData<typeof loader>()} />;
}
