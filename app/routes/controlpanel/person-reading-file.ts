import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { sendOwnerReading } from "~/control-panel/reading/reading.server";

export async function loader({ request, params: { kind, id = "" }, context }: LoaderFunctionArgs) {
  if (kind !== "students") throw new Response(null, { status: 404 });
  return sendOwnerReading(backendOf(context), request, { kind, id });
}
