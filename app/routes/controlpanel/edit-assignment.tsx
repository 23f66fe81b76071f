import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { actOnAssignmentForm, loadAssignmentForm } from "~/control-panel/assignments/assignment-form.server";
import { AssignmentFormPage } from "~/control-panel/assignments/assignment-form-page";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = { i18n: ["assignments", "submissions"], title: "assignments:edit" };

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadAssignmentForm(backendOf(context), request, params.id ?? "");

export const action = ({ request, params, context }: ActionFunctionArgs) =>
  actOnAssignmentForm(backendOf(context), request, params.id ?? "");

export default function EditAssignment() {
  const { key, ...data } = useLoaderData<typeof loader>();
  return <AssignmentFormPage {...data} idempotencyKey={key} />;
}
