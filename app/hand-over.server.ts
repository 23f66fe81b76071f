/**
 * What a page's loaders found, as the page carries it to the browser: the framework's own way of writing it (turbo-stream: values
 * in a row that name each other by their places), to the letter, without its stream. Decision 25.
 */

/** What stands for values that have no place of their own. */
const places = { hole: -1, nan: -2, negativeInfinity: -3, negativeZero: -4, null: -5, infinity: -6, undefined: -7 };

class NotPlain extends Error {}

/** @returns null for data that are more than texts, numbers, truths, lists and plain objects: those are the framework's to write */
export function handOver(data: object): string | null {
  const known = new Map<unknown, number>();
  const written: string[] = [];
  try {
    placeOf(data);
  } catch (error) {
    if (error instanceof NotPlain) return null;
    throw error;
  }
  return `[${written.join(",")}]\n`;

  function placeOf(value: unknown): number {
    const own = known.get(value);
    if (own !== undefined) return own;
    if (value === undefined) return places.undefined;
    if (value === null) return places.null;
    if (typeof value === "number") {
      const special = placeOfNumber(value);
      if (special !== null) return special;
    }
    const place = written.length;
    known.set(value, place);
    // Its place is taken before those of its parts.
    written.push("");
    written[place] = typeof value === "object" ? partsOf(value) : plain(value);
    return place;
  }

  function partsOf(value: object): string {
    if (Array.isArray(value)) return `[${listOf(value)}]`;
    if (Object.getPrototypeOf(value) !== Object.prototype) throw new NotPlain();
    let parts = "";
    for (const key of Object.keys(value)) {
      const name = placeOf(key);
      parts += `${parts === "" ? "" : ","}"_${name}":${placeOf((value as Record<string, unknown>)[key])}`;
    }
    return `{${parts}}`;
  }

  function listOf(list: unknown[]): string {
    let parts = "";
    for (let index = 0; index < list.length; index += 1) {
      parts += `${index === 0 ? "" : ","}${index in list ? placeOf(list[index]) : places.hole}`;
    }
    return parts;
  }
}

function placeOfNumber(value: number): number | null {
  if (Number.isNaN(value)) return places.nan;
  if (value === Number.POSITIVE_INFINITY) return places.infinity;
  if (value === Number.NEGATIVE_INFINITY) return places.negativeInfinity;
  return Object.is(value, -0) ? places.negativeZero : null;
}

function plain(value: unknown): string {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") throw new NotPlain();
  return JSON.stringify(value);
}
