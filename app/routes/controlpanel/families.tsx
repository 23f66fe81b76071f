import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { loadFamilySearch, searchFamilies } from "~/control-panel/families/families.server";
import { FamiliesPage } from "~/control-panel/families/families-page";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = { i18n: ["control-panel", "families"], title: "families:title" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadFamilySearch(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => searchFamilies(backendOf(context), request);

export default function Families() {
  return <FamiliesPage {...useLoaderData<typeof loader>()} />;
}
