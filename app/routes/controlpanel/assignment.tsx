import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { AssignmentPage } from "~/control-panel/assignments/assignment-page";
import { actOnAssignment, loadAssignment } from "~/control-panel/assignments/assignments.server";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  i18n: ["assignments", "submissions"],
  title: ({ t, data }: Titled<typeof loader>) => data?.assignment.title ?? t("assignments:title"),
};

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadAssignment(backendOf(context), request, params.id ?? "");

export const action = ({ request, params, context }: ActionFunctionArgs) =>
  actOnAssignment(backendOf(context), request, params.id ?? "");

export default function Assignment() {
  return <AssignmentPage {...useLoaderData<typeof loader>()} />;
}
