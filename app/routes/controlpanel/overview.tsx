import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { Overview } from "~/control-panel/overview/overview";
import { loadOverview } from "~/control-panel/overview/overview.server";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  i18n: ["control-panel"],
  title: ({ t }: Titled) => [t("control-panel:nav.overview"), t("control-panel:title")],
};

export const loader = ({ request, context }: LoaderFunctionArgs) => loadOverview(backendOf(context), request);

export default function OverviewRoute() {
  return <Overview {...useLoaderData<typeof loader>()} />;
}
