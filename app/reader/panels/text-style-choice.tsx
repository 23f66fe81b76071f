import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import { type TextStyle, textStyles } from "~/reader/settings/text-style";
import { ChoiceRow } from "./choice-row";

/** Whether letters are bold, or without bold, italics and underlining. */
export function TextStyleChoice() {
  const { t } = useTranslation("reader");
  const { controller, snapshot } = useReader();
  return (
    <ChoiceRow<TextStyle>
      title={t("comfort.text_style")}
      value={snapshot.settings.textStyle}
      choices={textStyles.map((value) => ({
        value,
        label: t(`comfort.text_styles.${value}`),
        style: value === "bold" ? { fontWeight: 700 } : undefined,
      }))}
      onChange={(textStyle) => controller?.changeSettings({ textStyle })}
    />
  );
}
