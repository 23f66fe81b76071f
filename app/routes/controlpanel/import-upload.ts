import type { ActionFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { uploadWithProgress } from "~/control-panel/import/import-page.server";

export async function action({ request, context }: ActionFunctionArgs) {
  return uploadWithProgress(backendOf(context), request);
}
