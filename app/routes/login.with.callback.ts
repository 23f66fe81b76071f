import type { LoaderFunctionArgs } from "@remix-run/node";
import { comeFromProvider } from "~/session/external.server";
import { comeToLink, isLinking } from "~/settings/links.server";

/** Where providers send people back to: to sign in, or to link an account to their own. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const come = (await isLinking(request)) ? comeToLink : comeFromProvider;
  return come(request, String(params.provider));
}
