import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import { chooseLanguage, offeredLanguages } from "~/reader/settings/languages";
import { ownLanguageName } from "~/reader/settings/own-language-name";
import { signName } from "~/reader/settings/sign-name";
import { Icon } from "~/ui/icon";
import { Hand, Volume2 } from "~/ui/icons";

/** Spoken and sign languages. docs/product/reader.md#screens (Language menu): 3, 6 and 12 in a row, 498 px wide. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation("reader");
  const { book, controller, snapshot, send } = useReader();
  const dialog = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.querySelector<HTMLElement>("[aria-pressed=true]")?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  const chosen = chooseLanguage(book.languages, snapshot.language);
  const offered = offeredLanguages(book.languages);
  const count = offered.length;
  return (
    <div
      ref={dialog}
      role="dialog"
      aria-label={t("command.languages")}
      style={
        {
          "--in-xs": Math.min(3, count),
          "--in-sm": Math.min(6, count),
          "--in-md": Math.min(12, count),
        } as React.CSSProperties
      }
      className="reader-language-menu fixed inset-x-4 top-20 z-30 mx-auto animate-rise rounded-card bg-raised p-4 text-ink shadow-high motion-reduce:animate-none"
    >
      <h2 className="mb-3 px-1 text-18">{t("command.languages")}</h2>
      <ul className="reader-languages">
        {offered.map((language) => {
          // A language that is also spoken is shown by its native name.
          const isSigned = !book.languages.audio.includes(language) && language !== book.languages.mainLanguage;
          const sign = isSigned ? Hand : Volume2;
          return (
            <li key={language}>
              <button
                type="button"
                aria-pressed={language === chosen.menu}
                className="flex h-full min-h-20 w-full flex-col items-center justify-center gap-1 rounded-cover border border-line px-1 py-2 text-center text-16 leading-tight hover:border-primary hover:bg-primary-tint focus-visible:outline-3 focus-visible:outline-focus aria-pressed:border-primary aria-pressed:bg-primary-tint aria-pressed:font-semibold"
                onClick={() => {
                  controller?.changeSettings({
                    preferredLanguage: language === book.languages.mainLanguage ? null : language,
                  });
                  send({ type: "closed" });
                }}
              >
                <Icon of={sign} className="size-6" />
                <span lang={isSigned ? undefined : language} className="max-w-full hyphens-auto wrap-break-word">
                  {isSigned
                    ? signName(
                        language,
                        { own: t(`sign.${language}`, { defaultValue: "" }), signLanguage: t("sign.tsp") },
                        i18n.language,
                      )
                    : ownLanguageName(language)}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
