import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { useUnsentNotice } from "~/control-panel/form-sending";
import { loadPanel } from "~/control-panel/overview.server";
import { useMissing } from "~/control-panel/panel-error";
import { PanelLayout } from "~/control-panel/panel-layout";
import { ErrorPage } from "~/shell/error-page";

export const handle = { i18n: ["control-panel", "lists"] };

export const loader = ({ request }: LoaderFunctionArgs) => loadPanel(request);

/** Pages below ask for themselves; the frame stays until something is done, with which the organisation or the person may change. */
export const shouldRevalidate = ({ formMethod, actionStatus = 200 }: ShouldRevalidateFunctionArgs) =>
  formMethod !== undefined && formMethod !== "GET" && actionStatus < 400;

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
