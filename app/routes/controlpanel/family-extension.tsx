import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { ExtensionPage } from "~/control-panel/families/family-act-pages";
import { actOnExtension, loadExtension } from "~/control-panel/families/family-acts.server";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  i18n: ["control-panel", "families"],
  title: ({ t, data }: Titled<typeof loader>) => [t("families:extension.title"), data.family.name],
};

export const loader = ({ request, params: { uid = "" }, context }: LoaderFunctionArgs) =>
  loadExtension(backendOf(context), request, uid);

export const action = ({ request, params: { uid = "" }, context }: ActionFunctionArgs) =>
  actOnExtension(backendOf(context), request, uid);

export default function FamilyExtension() {
  return <ExtensionPage {...useLoaderData<typeof loader>()} />;
}
