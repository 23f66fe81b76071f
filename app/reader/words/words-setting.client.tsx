import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import type { WordsSource } from "~/reader/marks/words-source";
import { languageTag } from "~/reader/settings/home-language";
import { Switch } from "~/ui/choice";
import { HomeLanguageField } from "./home-language-field";
import { useBookWords } from "./use-book-words";
import { useHomeLanguage } from "./use-home-language";

/** Whether a tap explains a word, and the language into which words are translated. */
export default function WordsSetting() {
  const { t } = useTranslation("reader");
  const { controller, snapshot, words, book } = useReader();
  const from = languageTag(book.language);
  return (
    <>
      <Switch
        className="px-3 py-1"
        label={t("words.setting")}
        hint={t("words.setting_hint")}
        checked={snapshot.settings.isWordTapOn}
        onChange={(event) => controller?.changeSettings({ isWordTapOn: event.currentTarget.checked })}
      />
      {words && from && <HomeLanguage source={words} from={from} />}
    </>
  );
}

function HomeLanguage({ source, from }: { source: WordsSource; from: string }) {
  const home = useHomeLanguage(from);
  const { words } = useBookWords(source, from, home);
  return (
    <div className="px-3 py-2">
      <HomeLanguageField from={from} languages={words?.languages ?? []} />
    </div>
  );
}
