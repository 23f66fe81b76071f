import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, type ShouldRevalidateFunctionArgs, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { loadPanel } from "~/control-panel/overview.server";
import { PanelLayout } from "~/control-panel/panel-layout";
import { ErrorContent, ErrorPage } from "~/shell/error-page";
import { useShellData } from "~/shell/shell-data";

export const handle = { i18n: ["control-panel", "lists"] };

export const loader = ({ request }: LoaderFunctionArgs) => loadPanel(request);

/** Pages below ask for themselves; the frame stays until something is sent, with which the organisation or the person may change. */
export const shouldRevalidate = ({ formMethod }: ShouldRevalidateFunctionArgs) =>
  formMethod !== undefined && formMethod !== "GET";

export default function ControlPanel() {
  return (
    <PanelLayout {...useLoaderData<typeof loader>()}>
      <Outlet />
    </PanelLayout>
  );
}

/** A page of the panel that is not there, or not theirs: the frame stays, where the person has one of their own. */
export function ErrorBoundary() {
  const frame = useRouteLoaderData<typeof loader>("routes/controlpanel/layout");
  const user = useShellData()?.user;
  if (!frame || frame.uid !== user?.uid) return <ErrorPage />;
  return (
    <PanelLayout {...frame}>
      <ErrorContent />
    </PanelLayout>
  );
}
