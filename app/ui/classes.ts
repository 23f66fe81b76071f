type Part = string | false | null | undefined;

/** Joins class names, skipping empty ones. */
export function classes(...parts: Part[]): string {
  return parts.filter(Boolean).join(" ");
}
