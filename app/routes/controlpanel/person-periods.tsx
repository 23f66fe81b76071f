import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { actOnPeriods, loadPeriods, type PeriodsOwner } from "~/control-panel/periods/periods.server";
import { PeriodsPage } from "~/control-panel/periods/periods-page";
import { isPersonKind } from "~/services/contracts/person-kinds";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  title: ({ t, data }: Titled<typeof loader>) => [t("control-panel:periods.title"), data.owner.name],
};

function ownerOf({ kind, id }: LoaderFunctionArgs["params"]): PeriodsOwner {
  if (!isPersonKind(kind) || !id) throw new Response(null, { status: 404 });
  return { kind, id };
}

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadPeriods(backendOf(context), request, ownerOf(params));

export const action = ({ request, params, context }: ActionFunctionArgs) =>
  actOnPeriods(backendOf(context), request, ownerOf(params));

export default function PersonPeriods() {
  const { key, ...data } = useLoaderData<typeof loader>();
  return <PeriodsPage {...data} idempotencyKey={key} />;
}
