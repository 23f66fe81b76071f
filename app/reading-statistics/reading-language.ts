import { languageName } from "~/library/language-name";

type Words = "noLanguage" | "sign.takk" | "sign.tsp";

/**
 * Name of the language that a book was read in, or of the signs that accompanied it; an empty tag if unknown.
 * @param t translates keys of `reading`
 */
export function readingLanguage(tag: string, pageLanguage: string, t: (key: Words) => string): string {
  if (tag === "") return t("noLanguage");
  return tag === "takk" || tag === "tsp" ? t(`sign.${tag}`) : languageName(tag, pageLanguage);
}
