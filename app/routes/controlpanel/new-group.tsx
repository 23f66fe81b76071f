import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { addGroup } from "~/control-panel/groups/group-actions.server";
import { loadNewGroup } from "~/control-panel/groups/groups.server";
import { NewGroupPage } from "~/control-panel/groups/new-group-page";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";
export { actionKeepingForm as clientAction } from "~/forms/saved-form-action";

export const handle = { title: "control-panel:groups.new" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadNewGroup(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => addGroup(backendOf(context), request);

export default function NewGroup() {
  const { key, ...data } = useLoaderData<typeof loader>();
  return <NewGroupPage {...data} idempotencyKey={key} />;
}
