import { Outlet, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { ErrorContent } from "~/shell/error-page";
import { useShellData } from "~/shell/shell-data";
import type { loader } from "./layout";

/** What stands in the panel's frame. */
export default function PanelContent() {
  return <Outlet />;
}

/**
 * A page of the panel that is not there, or not theirs. Below the frame and not in its place: after a form that was sent without
 * script the frame is loaded for what stands below it alone.
 */
export function ErrorBoundary() {
  const error = useRouteError();
  const frame = useRouteLoaderData<typeof loader>("routes/controlpanel/layout");
  // A frame that was loaded for somebody else is not kept for whoever is there now.
  if (frame?.uid !== useShellData()?.user?.uid) throw error;
  return <ErrorContent />;
}
