/** Where the reader leads when it is closed; null: back in history. docs/product/reader.md#screens (Closing the reader). */
export function closingTarget(address: { pathname: string; search: string; href: string }): string | null {
  if (new URLSearchParams(address.search).get("origin") === "polylino") return "/shelves";
  if (address.href.includes("library")) return "/library/bookshelf";
  return null;
}

/** Spreads the reader. A page that was opened by its address has no history to go back in: then the shelf. */
export function closeReader(navigate: (target: string | -1) => void): void {
  const target = closingTarget(window.location);
  if (target) navigate(target);
  else if (window.history.length > 1 && window.history.state?.idx > 0) navigate(-1);
  else navigate("/shelves");
}
