import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { loadPanel } from "~/control-panel/overview.server";
import { PanelLayout } from "~/control-panel/panel-layout";
import { ErrorContent, ErrorPage } from "~/shell/error-page";

export const handle = { i18n: ["control-panel", "lists"] };

export const loader = ({ request }: LoaderFunctionArgs) => loadPanel(request);

/** Pages below ask for themselves; the frame stays until the organisation or the person changes. */
export const shouldRevalidate = () => false;

export default function ControlPanel() {
  return (
    <PanelLayout {...useLoaderData<typeof loader>()}>
      <Outlet />
    </PanelLayout>
  );
}

/** A page of the panel that is not there, or not theirs: the frame stays, where the person has one. */
export function ErrorBoundary() {
  const frame = useRouteLoaderData<typeof loader>("routes/controlpanel/layout");
  if (!frame) return <ErrorPage />;
  return (
    <PanelLayout {...frame}>
      <ErrorContent />
    </PanelLayout>
  );
}
