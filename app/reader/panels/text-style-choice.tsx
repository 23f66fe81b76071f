import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import { textStyles } from "~/reader/settings/text-style";

/** Whether letters are bold, or without bold, italics and underlining. */
export function TextStyleChoice() {
  const { t } = useTranslation("reader");
  const { controller, snapshot } = useReader();
  return (
    <fieldset className="mt-4 border-t border-line px-3 pt-4">
      <legend className="float-start w-full text-14 font-semibold text-ink-soft">{t("comfort.text_style")}</legend>
      <div className="flex w-full flex-wrap gap-2 pt-2">
        {textStyles.map((style) => (
          <button
            key={style}
            type="button"
            aria-pressed={snapshot.settings.textStyle === style}
            className={`min-h-12 rounded-control border border-line px-3 text-16 hover:border-primary focus-visible:outline-3 focus-visible:outline-focus aria-pressed:border-primary aria-pressed:bg-primary-tint ${style === "bold" ? "font-bold" : ""}`}
            onClick={() => controller?.changeSettings({ textStyle: style })}
          >
            {t(`comfort.text_styles.${style}`)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
