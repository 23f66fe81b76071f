import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { sendJobFile } from "~/control-panel/jobs/jobs.server";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  return sendJobFile(backendOf(context), request, params.id ?? "");
}
