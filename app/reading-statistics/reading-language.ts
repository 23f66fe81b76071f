import { languageName } from "~/library/language-name";

type Words = "noLanguage" | "sign.takk" | "sign.tsp";

/**
 * Name of the language that a book was read in, or of the signs that accompanied it; an empty tag if unknown.
 * @param say translates keys of `reading`
 */
export function readingLanguage(tag: string, pageLanguage: string, say: (key: Words) => string): string {
  if (tag === "") return say("noLanguage");
  return tag === "takk" || tag === "tsp" ? say(`sign.${tag}`) : languageName(tag, pageLanguage);
}
