/** A full name of the parts that a source gives; "" without any. */
export function fullName(...parts: (string | null | undefined)[]): string {
  return parts
    .flatMap((part) => (part?.trim() ? [part.trim()] : []))
    .join(" ")
    .replace(/\s+/g, " ");
}

/** A text of a source, or null where it is absent or blank. */
export function textOrNull(text: string | null | undefined): string | null {
  return text?.trim() || null;
}
