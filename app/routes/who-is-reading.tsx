import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/composition/process-backend.server";
import { chooseReader, loadWhoIsReading } from "~/family/who-is-reading.server";
import { WhoIsReadingPage } from "~/family/who-is-reading-page";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["family"], title: "family:who.title" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadWhoIsReading(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => chooseReader(backendOf(context), request);

export default function WhoIsReading() {
  return <WhoIsReadingPage {...useLoaderData<typeof loader>()} />;
}
