import type { LoaderFunctionArgs } from "@remix-run/node";
import { requestContextOf } from "~/clients/request-context.server";
import { localeOfRequest } from "~/i18n/i18n.server";
import { bcp47, brandName, realmRow } from "~/realms/realm";

/**
 * Web app manifest of the country's brand, with which tablets can install the app. It contains no personal data.
 * docs/product/reader.md#offline.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { realm } = requestContextOf(request);
  const name = brandName(realmRow(realm).brand);
  const icon = (file: string, size: number, purpose: "any" | "maskable") => ({
    src: `/icons/${file}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  const manifest = {
    id: "/bookshelf",
    name,
    short_name: name,
    lang: bcp47(await localeOfRequest(request)),
    start_url: "/bookshelf",
    scope: "/",
    display: "standalone",
    background_color: "#fbf8f3",
    theme_color: "#fbf8f3",
    icons: [icon("icon-192", 192, "any"), icon("icon-512", 512, "any"), icon("maskable-512", 512, "maskable")],
  };
  const headers = {
    "Content-Type": "application/manifest+json",
    "Cache-Control": "no-cache",
    Vary: "Accept-Language, Cookie",
  };
  return new Response(JSON.stringify(manifest), { headers });
}
