import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { sendSlips } from "~/control-panel/import/one-import.server";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  return sendSlips(backendOf(context), request, params.id ?? "");
}
