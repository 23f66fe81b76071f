import { createCookie } from "@remix-run/node";
import { isTheme, type Theme } from "~/ui/theme";

const aYear = 60 * 60 * 24 * 365;

/** The language that a user chose, as a locale code. */
export const localeCookie = createCookie("fabel_locale", { path: "/", sameSite: "lax", httpOnly: true, maxAge: aYear });

/** The theme that a user chose; absent for the system's. */
export const themeCookie = createCookie("fabel_theme", { path: "/", sameSite: "lax", httpOnly: true, maxAge: aYear });

export async function themeOfRequest(request: Request): Promise<Theme> {
  const chosen: unknown = await themeCookie.parse(request.headers.get("Cookie"));
  return isTheme(chosen) ? chosen : "system";
}
