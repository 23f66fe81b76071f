/** NUL, and halves of pairs that stand alone: no encoding of a text holds the latter, and PostgreSQL neither. */
const unstorable = /\0|\p{Surrogate}/u;
const eachUnstorable = new RegExp(unstorable, "gu");

/** A text with a mark of replacement for what cannot be stored: it names nothing that is there. */
export function storableText(text: string): string {
  return text.replace(eachUnstorable, "\uFFFD");
}

/** The same for every text of plain data; keys stay as they are. */
export function withStorableTexts(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(withStorableTexts);
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withStorableTexts(item)]));
}

/**
 * Where texts stand that cannot be stored, as paths with dots: `list.1.id`; empty where there are none. A key stands where its object
 * does. What is no plain data, such as a file's stream, is passed over.
 */
export function unstorableTexts(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === "string") return unstorable.test(value) ? [path.join(".")] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => unstorableTexts(item, [...path, String(index)]));
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    unstorable.test(key) ? [path.join(".")] : unstorableTexts(item, [...path, key]),
  );
}
