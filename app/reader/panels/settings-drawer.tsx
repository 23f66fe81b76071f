import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useReader } from "../reader-context";
import { Drawer } from "./drawer";

/** Auto page turn, sentence highlighting, dark theme. Spec 2, section 2 (Controls bar). */
export function SettingsDrawer() {
  const { t } = useTranslation("reader");
  const { controller, snapshot } = useReader();
  const { settings } = snapshot;
  const change = controller?.changeSettings.bind(controller);
  const isDark = settings.darkTheme ?? document.documentElement.dataset.theme === "dark";
  return (
    <Drawer title={t("command.settings")} side="end">
      <Switch
        label={t("setting.auto_page_turn")}
        hint={t("setting.auto_page_turn_hint")}
        isOn={settings.autoPageTurn}
        onChange={(autoPageTurn) => change?.({ autoPageTurn })}
      />
      <Switch
        label={t("setting.highlight")}
        hint={t("setting.highlight_hint")}
        isOn={settings.highlight}
        onChange={(highlight) => change?.({ highlight })}
      />
      <Switch
        label={t("setting.dark_theme")}
        hint={t("setting.dark_theme_hint")}
        isOn={isDark}
        onChange={(darkTheme) => change?.({ darkTheme })}
      />
      <SkippableSettings />
    </Drawer>
  );
}

/** What a listener may leave out, by the types that EPUB names. */
const skippable = [
  { label: "setting.skip_pages", types: ["pagebreak"] },
  { label: "setting.skip_notes", types: ["footnote", "endnote", "rearnote", "footnotes", "endnotes", "noteref"] },
  { label: "setting.skip_tables", types: ["table"] },
] as const;

function SkippableSettings() {
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
          isOn={types.every((type) => skipped.includes(type))}
          onChange={(isOn) => {
            const others = skipped.filter((type) => !(types as readonly string[]).includes(type));
            controller?.changeSettings({ skipped: isOn ? [...others, ...types] : others });
          }}
        />
      ))}
    </fieldset>
  );
}

type SwitchProps = { label: string; hint?: string; isOn: boolean; onChange(isOn: boolean): void };

function Switch({ label, hint, isOn, onChange }: SwitchProps) {
  const hintId = useId();
  return (
    <label className="flex min-h-14 cursor-pointer items-center gap-4 rounded-control px-3 py-2 hover:bg-primary-tint">
      <span className="flex-1">
        <span className="block text-18">{label}</span>
        {hint && (
          <span id={hintId} className="block text-14 text-ink-soft">
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        className="reader-switch"
        checked={isOn}
        aria-describedby={hint ? hintId : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
