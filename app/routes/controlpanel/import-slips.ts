import type { LoaderFunctionArgs } from "@remix-run/node";
import { sendSlips } from "~/control-panel/import/one-import.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return sendSlips(request, params.id ?? "");
}
