import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { makeDeviceLink } from "~/family/child-device.server";
import { ChildDevicePage } from "~/family/child-device-page";
import { loadChild } from "~/family/child-pages.server";
import type { Titled } from "~/shell/page-title";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = {
  i18n: ["family", "session"],
  title: ({ t, data }: Titled<typeof loader>) => t("family:device.title", { name: data.child.name }),
};

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadChild(backendOf(context), request, String(params.id));

export const action = ({ request, params, context }: ActionFunctionArgs) =>
  makeDeviceLink(backendOf(context), request, String(params.id));

export default function ChildDevice() {
  return <ChildDevicePage {...useLoaderData<typeof loader>()} />;
}
