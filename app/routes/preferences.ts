import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { isLocale } from "~/i18n/i18n";
import { localeCookie, themeCookie } from "~/i18n/preferences.server";
import { sameOriginPath } from "~/shell/same-origin-path";
import { isTheme } from "~/shell/theme";

/** Stores the chosen language or theme on this device, then redirects back. */
export async function action({ request }: ActionFunctionArgs): Promise<Response> {
  const form = await request.formData();
  const theme = form.get("theme");
  const locale = form.get("locale");
  const headers = new Headers();
  if (isTheme(theme)) headers.append("Set-Cookie", await themeCookie.serialize(theme));
  if (isLocale(locale)) headers.append("Set-Cookie", await localeCookie.serialize(locale));
  return redirect(sameOriginPath(form.get("returnTo")), { headers });
}

export function loader(): Response {
  return redirect("/");
}
