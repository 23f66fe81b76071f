import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { actOnPerson } from "~/control-panel/people/person-actions.server";
import { PersonNotFetched, PersonPage } from "~/control-panel/people/person-page";
import { loadPerson } from "~/control-panel/people/person-page.server";
import { isPersonKind } from "~/services/contracts/person-kinds";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";
export { actionKeepingForm as clientAction } from "~/forms/saved-form-action";

export const handle = {
  title: ({ t, data }: Titled<typeof loader>) => data?.person.name ?? t("control-panel:messages.userNotFetched"),
  school: (data: Titled<typeof loader>["data"] | null) => data?.person.organizations[0]?.id ?? null,
};

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  if (!isPersonKind(params.kind) || !params.id) throw new Response(null, { status: 404 });
  return loadPerson(backendOf(context), request, params.kind, params.id);
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  if (!isPersonKind(params.kind) || !params.id) throw new Response(null, { status: 404 });
  return actOnPerson(backendOf(context), request, params.kind, params.id);
}

export default function Person() {
  const data = useLoaderData<typeof loader>();
  if (!data) return <PersonNotFetched />;
  return <PersonPage key={data.person.id} {...data} />;
}
