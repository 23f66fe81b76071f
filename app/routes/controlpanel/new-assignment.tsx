import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { actOnAssignmentForm, loadNewAssignment } from "~/control-panel/assignments/assignment-form.server";
import { AssignmentFormPage } from "~/control-panel/assignments/assignment-form-page";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = { i18n: ["assignments", "submissions"], title: "assignments:new" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadNewAssignment(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) =>
  actOnAssignmentForm(backendOf(context), request, null);

export default function NewAssignment() {
  const { key, ...data } = useLoaderData<typeof loader>();
  return <AssignmentFormPage {...data} idempotencyKey={key} />;
}
