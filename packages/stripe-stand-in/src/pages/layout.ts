import { htmlText } from "./html-text";

type PageParts = { title: string; lang: string; body: string; script?: string; className: string };

/** A complete HTML page. Its styles and script are files of the stand-in. */
export function htmlPage({ title, lang, body, script, className }: PageParts): string {
  return `<!doctype html>
<html lang="${htmlText(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${htmlText(title)}</title>
<link rel="stylesheet" href="/test-payments/pages.css">
${script ? `<script src="${script}" defer></script>` : ""}
</head>
<body class="${className}">
${body}
</body>
</html>`;
}

/** Content security policy of the stand-in's pages: their own files only. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "font-src 'self' data:",
  "img-src 'self'",
  // After a payment the form may redirect to a product at another address.
  "form-action 'self' http: https:",
  "base-uri 'none'",
  // In tests the product runs on a different port than the stand-in.
  "frame-ancestors 'self' http://127.0.0.1:* http://localhost:* http://*.localhost:*",
].join("; ");
