import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/composition/process-backend.server";
import { optionalUser } from "~/session/guard.server";
import { Privacy } from "~/shell/privacy";

export const handle = { i18n: ["privacy"], title: "privacy:title", isPlainForVisitors: true };

/** Public page. The data controller of a country is configured by the environment. docs/operating.md. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { realm } = await optionalUser(backendOf(context), request);
  return { controller: backendOf(context).environment.dataControllers[realm] ?? null };
}

export default function PrivacyRoute() {
  return <Privacy controller={useLoaderData<typeof loader>().controller} />;
}
