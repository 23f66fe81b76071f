import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Manage } from "~/control-panel/manage/manage";
import { loadManage } from "~/control-panel/manage/manage.server";

export const loader = ({ request }: LoaderFunctionArgs) => loadManage(request);

export default function ManageRoute() {
  return <Manage {...useLoaderData<typeof loader>()} />;
}
