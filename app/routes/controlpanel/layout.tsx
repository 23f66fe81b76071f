import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { loadPanel } from "~/control-panel/frame/load-panel.server";
import { useMissing } from "~/control-panel/frame/panel-error";
import { PanelLayout } from "~/control-panel/frame/panel-layout";
import { useUnsentNotice } from "~/forms/saved-form-action";
import { ErrorPage } from "~/shell/error-page";

export const handle = { i18n: ["control-panel", "lists"] };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadPanel(backendOf(context), request);

/**
 * The layout is revalidated only after a form submission, which may change the organisation or the user. The page below is then revalidated
 * with it, so that an edit conflict shows the current values. After a failed request (503) both stay unchanged.
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

/** Uses the public shell, since the layout's loader failed or a file was requested. */
export function ErrorBoundary() {
  return <ErrorPage missing={useMissing()} />;
}
