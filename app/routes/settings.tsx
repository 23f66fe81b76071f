import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import type { FormResult } from "~/forms/form-result";
import { loadSettings, submitSettings } from "~/settings/settings.server";
import { SettingsPage } from "~/settings/settings-page";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["settings", "session"], title: "settings:title" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadSettings(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => submitSettings(backendOf(context), request);

export default function Settings() {
  return <SettingsPage page={useLoaderData<typeof loader>()} result={useActionData<FormResult>() ?? null} />;
}
