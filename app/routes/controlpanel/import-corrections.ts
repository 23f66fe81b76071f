import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/composition/process-backend.server";
import { sendCorrections } from "~/control-panel/import/one-import.server";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  return sendCorrections(backendOf(context), request, params.id ?? "");
}
