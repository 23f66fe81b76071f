import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import { homeLanguageFor } from "~/reader/settings/home-language";

/** The language into which words of a language are translated; null: none. */
export function useHomeLanguage(from: string): string | null {
  const { i18n } = useTranslation();
  const { settings } = useReader().snapshot;
  return homeLanguageFor(settings.homeLanguage, i18n.language, from);
}
