import type { ActionFunctionArgs } from "@remix-run/node";
import { uploadWithProgress } from "~/control-panel/import/import-page.server";

export async function action({ request }: ActionFunctionArgs) {
  return uploadWithProgress(request);
}
