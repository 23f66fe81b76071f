/** The previous page as the `back` search parameter: a list with its state, a class, or a search. */

const root = "/controlpanel/";

/** Value of the `back` parameter. @param backHref URL within the control panel */
export const backValue = (backHref: string) => backHref.slice(root.length);

/** Appends `back` to a URL. @param backHref URL within the control panel */
export function withBack(href: string, backHref: string | null): string {
  if (!backHref) return href;
  const parameters = new URLSearchParams({ back: backValue(backHref) });
  return `${href}${href.includes("?") ? "&" : "?"}${parameters}`;
}
