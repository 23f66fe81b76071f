import type { LoaderFunctionArgs } from "@remix-run/node";
import { sendJobFile } from "~/control-panel/jobs/jobs.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return sendJobFile(request, params.id ?? "");
}
