/** NUL, which PostgreSQL rejects in texts, and unpaired surrogates, which UTF-8 cannot encode. */
const unstorable = /\0|\p{Surrogate}/u;
const eachUnstorable = new RegExp(unstorable, "gu");

/** Replaces unstorable characters by U+FFFD, so that the text matches no stored value. */
export function storableText(text: string): string {
  return text.replace(eachUnstorable, "\uFFFD");
}

/** `storableText` for every string in plain data; object keys are unchanged. */
export function withStorableTexts(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(withStorableTexts);
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withStorableTexts(item)]));
}

/**
 * Dotted paths of the texts that cannot be stored, such as `list.1.id`. An unstorable key is reported with the path of its object.
 * Values other than plain data, such as a file's stream, are skipped.
 */
export function unstorableTexts(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === "string") return unstorable.test(value) ? [path.join(".")] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => unstorableTexts(item, [...path, String(index)]));
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    unstorable.test(key) ? [path.join(".")] : unstorableTexts(item, [...path, key]),
  );
}
