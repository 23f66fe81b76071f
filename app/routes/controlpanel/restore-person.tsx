import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadRestore, restore } from "~/control-panel/manage/manage.server";
import { RestorePage } from "~/control-panel/manage/restore-page";
import { isPersonKind } from "~/control-panel/people/kinds";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  title: ({ t, data }: Titled<typeof loader>) => t("control-panel:restore.title", { name: data.name }),
};

export async function loader({ request, params }: LoaderFunctionArgs) {
  if (!isPersonKind(params.kind) || !params.id) throw new Response(null, { status: 404 });
  return loadRestore(request, params.kind, params.id);
}

export async function action({ request, params }: ActionFunctionArgs) {
  if (!isPersonKind(params.kind) || !params.id) throw new Response(null, { status: 404 });
  return restore(request, params.kind, params.id);
}

export default function RestorePerson() {
  return <RestorePage {...useLoaderData<typeof loader>()} list="users" />;
}
