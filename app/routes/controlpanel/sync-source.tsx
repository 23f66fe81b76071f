import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { SourcePage } from "~/control-panel/sync/source-page";
import { actOnSource, loadSource } from "~/control-panel/sync/source-page.server";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  i18n: ["control-panel", "lists", "sync"],
  title: ({ data, t }: Titled<typeof loader>) => data.sync?.name ?? t("sync:source.new"),
};

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  return loadSource(backendOf(context), request, params.organization ?? "", params.id ?? "");
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  return actOnSource(backendOf(context), request, params.organization ?? "", params.id ?? "");
}

export default function SyncSource() {
  return <SourcePage {...useLoaderData<typeof loader>()} />;
}
