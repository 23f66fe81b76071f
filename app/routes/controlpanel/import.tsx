import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ImportPage } from "~/control-panel/import/import-page";
import { importsAPage, loadImportPage, uploadWorkbook } from "~/control-panel/import/import-page.server";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = { i18n: ["control-panel", "lists", "import"], title: "import:title" };

export async function loader({ request }: LoaderFunctionArgs) {
  return { ...(await loadImportPage(request)), perPage: importsAPage };
}

export const action = ({ request }: ActionFunctionArgs) => uploadWorkbook(request);

export default function Import() {
  return <ImportPage {...useLoaderData<typeof loader>()} />;
}
