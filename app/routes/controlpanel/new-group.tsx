import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NewGroupPage } from "~/control-panel/groups/group-page";
import { addGroup, loadNewGroup } from "~/control-panel/groups/groups.server";

export { actionWithFormKept as clientAction } from "~/control-panel/form-sending";
export { PanelError as ErrorBoundary } from "~/control-panel/panel-error";

export const handle = { title: "control-panel:groups.new" };

export const loader = ({ request }: LoaderFunctionArgs) => loadNewGroup(request);

export const action = ({ request }: ActionFunctionArgs) => addGroup(request);

export default function NewGroup() {
  const { key, ...data } = useLoaderData<typeof loader>();
  return <NewGroupPage {...data} idempotencyKey={key} />;
}
