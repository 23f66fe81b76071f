import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { RefundPage } from "~/control-panel/families/family-act-pages";
import { actOnRefund, loadRefund } from "~/control-panel/families/family-acts.server";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  i18n: ["control-panel", "families"],
  title: ({ t, data }: Titled<typeof loader>) => [t("families:refund.title"), data.family.name],
};

export const loader = ({ request, params: { uid = "", payment = "" }, context }: LoaderFunctionArgs) =>
  loadRefund(backendOf(context), request, uid, payment);

export const action = ({ request, params: { uid = "", payment = "" }, context }: ActionFunctionArgs) =>
  actOnRefund(backendOf(context), request, uid, payment);

export default function FamilyRefund() {
  return <RefundPage {...useLoaderData<typeof loader>()} />;
}
