import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import { alternativeType } from "~/reader/view/spoken-text";
import { Switch } from "~/ui/choice";

/** Content that is left out, by its epub:type values: it is not read aloud; page numbers and notes are not shown either. */
const skippable = [
  { label: "setting.skip_pages", types: ["pagebreak"] },
  { label: "setting.skip_notes", types: ["footnote", "endnote", "rearnote", "footnotes", "endnotes", "noteref"] },
  { label: "setting.skip_tables", types: ["table"] },
  { label: "setting.skip_pictures", types: [alternativeType] },
] as const;

/** Which parts of books are left out. docs/accessibility.md. */
export function SkippedParts() {
  const { t } = useTranslation("reader");
  const { controller, snapshot } = useReader();
  const { skipped } = snapshot.settings;
  return (
    <fieldset className="mt-4 border-t border-line pt-4">
      <legend className="px-3 text-14 font-semibold text-ink-soft">{t("setting.skip")}</legend>
      {skippable.map(({ label, types }) => (
        <Switch
          key={label}
          label={t(label)}
          className="px-3"
          checked={types.every((type) => skipped.includes(type))}
          onChange={(event) => {
            const others = skipped.filter((type) => !(types as readonly string[]).includes(type));
            controller?.changeSettings({ skipped: event.currentTarget.checked ? [...others, ...types] : others });
          }}
        />
      ))}
      <p className="px-3 pt-1 text-14 text-ink-soft">{t("setting.skip_hint")}</p>
    </fieldset>
  );
}
