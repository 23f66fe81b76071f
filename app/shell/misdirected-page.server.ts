import { acceptedLocale } from "~/i18n/accepted-locale";
import { i18nOf } from "~/i18n/i18n.server";
import { bcp47 } from "~/realms/realm";
import { escapeHtml } from "~/security/escape-html";

const style = `
  :root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif; }
  main { max-width: 36rem; margin: 15vh auto 0; padding: 0 1.5rem; overflow-wrap: anywhere; }
  h1 { font-size: 1.75rem; line-height: 1.2; }
  small { display: block; margin-top: 2rem; font-size: 0.9375rem; opacity: 0.8; }`;

/**
 * The page for a host that is not ours (421). Such a host has no country, so it has none of the product's pages; its language is the
 * browser's. docs/security.md, line 34.
 * @param nonce for the style, where a content policy demands one
 */
export function misdirectedPage(request: Request, nonce: string | undefined): Response {
  const locale = acceptedLocale(request.headers.get("accept-language"));
  const t = i18nOf(locale).getFixedT(bcp47(locale));
  const html = `<!DOCTYPE html>
<html lang="${bcp47(locale)}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${escapeHtml(t("shell:misdirected.title"))}</title>
<style${nonce ? ` nonce="${escapeHtml(nonce)}"` : ""}>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(t("shell:misdirected.title"))}</h1>
<p>${escapeHtml(t("shell:misdirected.text"))}</p>
<small>${escapeHtml(t("shell:misdirected.operator"))}</small>
</main>
</body>
</html>`;
  return new Response(html, { status: 421, headers: { "Content-Type": "text/html; charset=utf-8" } });
}
