import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { sendTemplate } from "~/control-panel/import/import-page.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  return sendTemplate(backendOf(context), request);
}
