import type { LoaderFunctionArgs } from "@remix-run/node";
import { sendOwnerReading } from "~/control-panel/reading/reading.server";

export async function loader({ request, params: { kind, id = "" } }: LoaderFunctionArgs) {
  if (kind !== "students") throw new Response(null, { status: 404 });
  return sendOwnerReading(request, { kind, id });
}
