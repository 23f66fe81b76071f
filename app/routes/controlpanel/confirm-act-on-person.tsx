import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { loadConfirmation } from "~/control-panel/people/confirmation.server";
import { ConfirmationPage } from "~/control-panel/people/confirmation-page";
import { isConfirmedAct } from "~/control-panel/people/confirmed-acts";
import { isPersonKind } from "~/services/contracts/person-kinds";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  title: ({ t, data: { act, name, isMailed } }: Titled<typeof loader>) =>
    t(`control-panel:confirmation.${isMailed ? "mail-password" : act}.title`, { name }),
};

export async function loader({ request, params: { kind, id, act }, context }: LoaderFunctionArgs) {
  if (!isPersonKind(kind) || !id || !isConfirmedAct(act)) throw new Response(null, { status: 404 });
  return loadConfirmation(backendOf(context), request, kind, id, act);
}

export default function ConfirmActOnPerson() {
  return <ConfirmationPage {...useLoaderData<typeof loader>()} />;
}
