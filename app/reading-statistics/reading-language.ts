import { languageName } from "~/library/language-name";

type Words = "noLanguage" | "sign.takk" | "sign.tsp";

/**
 * What a book was read in, by its name: a language, or the signs that went with it; an empty tag where nobody knows.
 * @param say the texts of `reading`
 */
export function readingLanguage(tag: string, pageLanguage: string, say: (key: Words) => string): string {
  if (tag === "") return say("noLanguage");
  return tag === "takk" || tag === "tsp" ? say(`sign.${tag}`) : languageName(tag, pageLanguage);
}
