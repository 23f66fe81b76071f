import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { GroupPage } from "~/control-panel/groups/group-page";
import { actOnGroup, loadGroup } from "~/control-panel/groups/groups.server";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/panel-error";

export const handle = { title: ({ data }: Titled<typeof loader>) => data.group.attributes.name.value };

export const loader = ({ request, params }: LoaderFunctionArgs) => loadGroup(request, params.id ?? "");

export const action = ({ request, params }: ActionFunctionArgs) => actOnGroup(request, params.id ?? "");

export default function Group() {
  return <GroupPage {...useLoaderData<typeof loader>()} />;
}
