/** Joins the parts of a name; "" if all are empty. */
export function fullName(...parts: (string | null | undefined)[]): string {
  return parts
    .flatMap((part) => (part?.trim() ? [part.trim()] : []))
    .join(" ")
    .replace(/\s+/g, " ");
}

/** Trims a text; null if absent or blank. */
export function textOrNull(text: string | null | undefined): string | null {
  return text?.trim() || null;
}
