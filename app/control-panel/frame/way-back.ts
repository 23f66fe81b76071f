/** The page that somebody came from, as the `back` of an address: a list as it stood, a class, a search. */

const root = "/controlpanel/";

/** @param backHref an address within the control panel */
export function withBack(href: string, backHref: string | null): string {
  if (!backHref) return href;
  const parameters = new URLSearchParams({ back: backHref.slice(root.length) });
  return `${href}${href.includes("?") ? "&" : "?"}${parameters}`;
}
