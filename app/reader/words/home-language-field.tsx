import { useTranslation } from "react-i18next";
import { languageName } from "~/library/language-name";
import { useReader } from "~/reader/controller/reader-context";
import { useHomeLanguage } from "./use-home-language";

/**
 * The choice of the language into which words are translated.
 * @param languages those that dictionaries translate into
 */
export function HomeLanguageField({ from, languages }: { from: string; languages: readonly string[] }) {
  const { t, i18n } = useTranslation("reader");
  const { controller } = useReader();
  const home = useHomeLanguage(from);
  if (languages.length === 0) return null;
  const named = languages.map((tag) => ({ tag, name: languageName(tag, i18n.language) }));
  named.sort((one, other) => one.name.localeCompare(other.name, i18n.language));
  return (
    <label className="block">
      <span className="text-14 font-semibold text-ink-soft">{t("words.home")}</span>
      <select
        className="mt-1 min-h-12 w-full rounded-control border border-line bg-surface px-3 text-16 focus-visible:outline-3 focus-visible:outline-focus"
        value={home !== null && languages.includes(home) ? home : ""}
        onChange={({ currentTarget: { value } }) => controller?.changeSettings({ homeLanguage: value || null })}
      >
        <option value="">{t("words.home_none")}</option>
        {named.map(({ tag, name }) => (
          <option key={tag} value={tag}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
