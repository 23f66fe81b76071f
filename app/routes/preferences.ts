import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { readForm } from "~/forms/read-form";
import { nameParameter } from "~/forms/read-query";
import { localeCookie, themeCookie } from "~/i18n/preferences.server";
import { locales } from "~/realms/realm";
import { sameOriginPath } from "~/shell/same-origin-path";
import { themes } from "~/ui/theme";

/** Each of the forms has one of the two; other values are ignored. */
const preferencesForm = z.object({
  theme: nameParameter(themes),
  locale: nameParameter(locales),
  returnTo: z.string().catch("/"),
});

/** Stores the chosen language or theme on this device, then redirects back. */
export async function action({ request }: ActionFunctionArgs): Promise<Response> {
  const { theme, locale, returnTo } = readForm(await request.formData(), preferencesForm).values;
  const headers = new Headers();
  if (theme) headers.append("Set-Cookie", await themeCookie.serialize(theme));
  if (locale) headers.append("Set-Cookie", await localeCookie.serialize(locale));
  return redirect(sameOriginPath(returnTo), { headers });
}

export function loader(): Response {
  return redirect("/");
}
