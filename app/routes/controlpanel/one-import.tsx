import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { actOnImport, loadImport } from "~/control-panel/import/one-import.server";
import { OneImportPage } from "~/control-panel/import/one-import-page";
import { rowsAPage } from "~/control-panel/import/row-filters";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  i18n: ["control-panel", "lists", "import"],
  title: ({ data }: Titled<typeof loader>) => data.run.fileName,
};

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  return { ...(await loadImport(backendOf(context), request, params.id ?? "")), perPage: rowsAPage };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  return actOnImport(backendOf(context), request, params.id ?? "");
}

export default function OneImport() {
  return <OneImportPage {...useLoaderData<typeof loader>()} />;
}
