import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { loadOwnerReading } from "~/control-panel/reading/reading.server";
import { ReadingPage } from "~/control-panel/reading/reading-page";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  i18n: ["reading"],
  title: ({ t, data }: Titled<typeof loader>) => [t("reading:title"), data.owner.name],
};

/** Pupils only: employees' own reading is private. */
export async function loader({ request, params: { kind, id = "" }, context }: LoaderFunctionArgs) {
  if (kind !== "students") throw new Response(null, { status: 404 });
  return loadOwnerReading(backendOf(context), request, { kind, id });
}

export default function PersonReading() {
  return <ReadingPage {...useLoaderData<typeof loader>()} />;
}
