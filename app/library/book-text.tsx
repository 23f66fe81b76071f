import { useTranslation } from "react-i18next";
import { type BookText, textInLocale } from "./text-in-locale";

/** A text of the book in the page's language, else in its own. */
export function TranslatedText({ className, ...of }: BookText & { className?: string }) {
  const { i18n } = useTranslation();
  const { text, language } = textInLocale(of, i18n.language);
  return (
    <p lang={language} dir="auto" className={className}>
      {text}
    </p>
  );
}
