import type { LoaderFunctionArgs } from "@remix-run/node";
import { sendCorrections } from "~/control-panel/import/one-import.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return sendCorrections(request, params.id ?? "");
}
