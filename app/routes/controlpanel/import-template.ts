import type { LoaderFunctionArgs } from "@remix-run/node";
import { sendTemplate } from "~/control-panel/import/import-page.server";

export async function loader({ request }: LoaderFunctionArgs) {
  return sendTemplate(request);
}
