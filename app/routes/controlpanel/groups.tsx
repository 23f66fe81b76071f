import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadGroups } from "~/control-panel/groups/groups.server";
import { GroupsList } from "~/control-panel/groups/groups-list";

export const loader = ({ request }: LoaderFunctionArgs) => loadGroups(request);

export default function Groups() {
  return <GroupsList {...useLoaderData<typeof loader>()} />;
}
