import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { DeletionPage } from "~/control-panel/people/person-page";
import { loadDeletion, submitPersonDeletion } from "~/control-panel/people/person-page.server";
import { isPersonKind } from "~/services/contracts/person-kinds";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  title: ({ t, data }: Titled<typeof loader>) => t("control-panel:deletion.title", { name: data.person.name }),
};

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  if (!isPersonKind(params.kind) || !params.id) throw new Response(null, { status: 404 });
  return loadDeletion(backendOf(context), request, params.kind, params.id);
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  if (!isPersonKind(params.kind) || !params.id) throw new Response(null, { status: 404 });
  return submitPersonDeletion(backendOf(context), request, params.kind, params.id);
}

export default function DeletePerson() {
  return <DeletionPage {...useLoaderData<typeof loader>()} />;
}
