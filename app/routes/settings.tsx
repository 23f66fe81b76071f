import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/session/guard.server";
import { SettingsPage } from "~/shell/settings-page";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return json(null);
}

export default SettingsPage;
