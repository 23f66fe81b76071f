import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { ImportPage } from "~/control-panel/import/import-page";
import { importsAPage, loadImportPage, uploadWorkbook } from "~/control-panel/import/import-page.server";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = { i18n: ["control-panel", "lists", "import"], title: "import:title" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  return { ...(await loadImportPage(backendOf(context), request)), perPage: importsAPage };
}

export const action = ({ request, context }: ActionFunctionArgs) => uploadWorkbook(backendOf(context), request);

export default function Import() {
  return <ImportPage {...useLoaderData<typeof loader>()} />;
}
