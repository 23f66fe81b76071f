import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { useMissing } from "~/control-panel/frame/panel-error";
import { PanelLayout } from "~/control-panel/frame/panel-layout";
import { loadPanel } from "~/control-panel/overview/overview.server";
import { useUnsentNotice } from "~/forms/saved-form-action";
import { ErrorPage } from "~/shell/error-page";

export const handle = { i18n: ["control-panel", "lists"] };

export const loader = ({ request }: LoaderFunctionArgs) => loadPanel(request);

/**
 * Pages below ask for themselves; the frame stays until something is sent, with which the organisation or the person may change. The
 * page below is asked for with it: whoever saved second sees what stands there now. What could not be sent leaves both as they are.
 */
export const shouldRevalidate = ({ formMethod, actionStatus }: ShouldRevalidateFunctionArgs) =>
  formMethod !== undefined && formMethod !== "GET" && actionStatus !== 503;

export default function ControlPanel() {
  useUnsentNotice();
  return (
    <PanelLayout {...useLoaderData<typeof loader>()}>
      <Outlet />
    </PanelLayout>
  );
}

/** Whoever has no frame of their own, or asked for a file, is told in the shell of public pages. */
export function ErrorBoundary() {
  return <ErrorPage missing={useMissing()} />;
}
