import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { loadRestoration, submitPersonRestoration } from "~/control-panel/people/restoration.server";
import { RestorationPage } from "~/control-panel/people/restoration-page";
import { isPersonKind } from "~/services/contracts/person-kinds";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  title: ({ t, data }: Titled<typeof loader>) => t("control-panel:restore.title", { name: data.name }),
};

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  if (!isPersonKind(params.kind) || !params.id) throw new Response(null, { status: 404 });
  return loadRestoration(backendOf(context), request, params.kind, params.id);
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  if (!isPersonKind(params.kind) || !params.id) throw new Response(null, { status: 404 });
  return submitPersonRestoration(backendOf(context), request, params.kind, params.id);
}

export default function RestorePerson() {
  return <RestorationPage {...useLoaderData<typeof loader>()} />;
}
