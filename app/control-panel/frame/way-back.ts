/** The page that somebody came from, as the `back` of an address: a list as it stood, a class, a search. */

const root = "/controlpanel/";

/** What an address holds as its `back`. @param backHref an address within the control panel */
export const backValue = (backHref: string) => backHref.slice(root.length);

/** @param backHref an address within the control panel */
export function withBack(href: string, backHref: string | null): string {
  if (!backHref) return href;
  const parameters = new URLSearchParams({ back: backValue(backHref) });
  return `${href}${href.includes("?") ? "&" : "?"}${parameters}`;
}
