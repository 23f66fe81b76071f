import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadPanel } from "~/control-panel/overview.server";
import { PanelLayout } from "~/control-panel/panel-layout";

export const handle = { i18n: ["control-panel", "lists"] };

export const loader = ({ request }: LoaderFunctionArgs) => loadPanel(request);

/** Pages below ask for themselves; the frame stays until the organisation or the person changes. */
export const shouldRevalidate = () => false;

export default function ControlPanel() {
  return <PanelLayout {...useLoaderData<typeof loader>()} />;
}
