import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { loadGroups } from "~/control-panel/groups/groups.server";
import { GroupsList } from "~/control-panel/groups/groups-list";
import { actOnList } from "~/control-panel/lists/saved-lists.server";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = { title: "control-panel:nav.groups" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadGroups(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => actOnList(backendOf(context), request, "groups");

export default function Groups() {
  return <GroupsList {...useLoaderData<typeof loader>()} />;
}
