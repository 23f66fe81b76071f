type Part = string | false | null | undefined;

/** Joins class names and leaves out what is not there. */
export function classes(...parts: Part[]): string {
  return parts.filter(Boolean).join(" ");
}
