import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { NewPersonPage } from "~/control-panel/people/person-page";
import { loadNewPerson } from "~/control-panel/people/person-page.server";
import { submitNewPerson } from "~/control-panel/people/save-person.server";
import { isPersonKind } from "~/services/contracts/person-kinds";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";
export { actionKeepingForm as clientAction } from "~/forms/saved-form-action";

export const handle = { title: ({ t, data }: Titled<typeof loader>) => t(`control-panel:kinds.${data.kind}.new`) };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  if (!isPersonKind(params.kind)) throw new Response(null, { status: 404 });
  return { ...(await loadNewPerson(backendOf(context), request, params.kind)), idempotencyKey: crypto.randomUUID() };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  if (!isPersonKind(params.kind)) throw new Response(null, { status: 404 });
  return submitNewPerson(backendOf(context), request, params.kind);
}

export default function NewPerson() {
  return <NewPersonPage {...useLoaderData<typeof loader>()} />;
}
