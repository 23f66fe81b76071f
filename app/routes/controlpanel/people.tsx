import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { actOnList } from "~/control-panel/lists/saved-lists.server";
import { PeopleList } from "~/control-panel/people/people-list";
import { loadPeopleList } from "~/control-panel/people/people-list.server";
import { isListKind } from "~/services/contracts/person-kinds";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = { title: ({ t, data }: Titled<typeof loader>) => t(`control-panel:kinds.${data.kind}.title`) };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  if (!isListKind(params.kind)) throw new Response(null, { status: 404 });
  return loadPeopleList(backendOf(context), request, params.kind);
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  if (!isListKind(params.kind)) throw new Response(null, { status: 404 });
  return actOnList(backendOf(context), request, params.kind);
}

export default function People() {
  return <PeopleList {...useLoaderData<typeof loader>()} />;
}
