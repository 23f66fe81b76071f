import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { loadFamily } from "~/control-panel/families/families.server";
import { FamilyPage } from "~/control-panel/families/family-page";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  i18n: ["control-panel", "families"],
  title: ({ t, data }: Titled<typeof loader>) => [data.name, t("families:title")],
};

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadFamily(backendOf(context), request, params.uid ?? "");

export default function Family() {
  return <FamilyPage {...useLoaderData<typeof loader>()} />;
}
