import { useRouteError, useRouteLoaderData } from "@remix-run/react";
import { ErrorContent } from "~/shell/error-page";
import { useShellData } from "~/shell/shell-data";
import type { loadPanel } from "./overview.server";

/**
 * A page of the panel that is not there, or not theirs. Each page has it as its own boundary and not the frame for all: after a form
 * that was sent without script, only what stands above the boundary is loaded.
 */
export function PanelError() {
  const error = useRouteError();
  const frame = useRouteLoaderData<typeof loadPanel>("routes/controlpanel/layout");
  // A frame that was loaded for somebody else is not kept for whoever is there now.
  if (frame?.uid !== useShellData()?.user?.uid) throw error;
  return <ErrorContent />;
}
