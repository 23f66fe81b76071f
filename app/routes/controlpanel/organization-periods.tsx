import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { actOnPeriods, loadPeriods } from "~/control-panel/periods/periods.server";
import { PeriodsPage } from "~/control-panel/periods/periods-page";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  title: ({ t, data }: Titled<typeof loader>) => [t("control-panel:periods.title"), data.owner.name],
};

const owner = (id = "") => ({ kind: "organizations", id }) as const;

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadPeriods(backendOf(context), request, owner(params.id));

export const action = ({ request, params, context }: ActionFunctionArgs) =>
  actOnPeriods(backendOf(context), request, owner(params.id));

export default function OrganizationPeriods() {
  const { key, ...data } = useLoaderData<typeof loader>();
  return <PeriodsPage {...data} idempotencyKey={key} />;
}
