import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { RestorePage } from "~/control-panel/manage/manage";
import { restore } from "~/control-panel/manage/manage.server";
import { enterPanel } from "~/control-panel/panel.server";
import { isPersonKind } from "~/control-panel/people/kinds";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await enterPanel(request);
  if (!isPersonKind(params.kind) || !user.isSuperUser) throw new Response(null, { status: 404 });
  return null;
}

export async function action({ request, params }: ActionFunctionArgs) {
  if (!isPersonKind(params.kind) || !params.id) throw new Response(null, { status: 404 });
  return restore(request, params.kind, params.id);
}

export default RestorePage;
