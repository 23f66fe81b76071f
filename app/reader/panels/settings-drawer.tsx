import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import { isDarkPage } from "~/reader/controller/use-page-appearance";
import { isNarrated } from "~/reader/narrated";
import { Switch } from "~/ui/choice";
import { ClassSettings } from "./class-settings";
import { Drawer } from "./drawer";
import { SkippedParts } from "./skipped-parts";
import { VoiceSettings } from "./voice-settings";

const WordsSetting = lazy(() => import("~/reader/words/words-setting.client"));

/** Auto page turn, sentence highlighting, dark theme, words. docs/product/reader.md#screens (Controls bar). */
export function SettingsDrawer() {
  const { t } = useTranslation("reader");
  const { controller, snapshot, words, isFrog } = useReader();
  const { settings } = snapshot;
  const change = controller?.changeSettings.bind(controller);
  // Without a choice, pages use the scheme of the interface, which may follow the device.
  const isDark = isDarkPage(settings.darkTheme);
  return (
    <Drawer title={t("command.settings")} side="end">
      <Switch
        className="px-3 py-1"
        label={t("setting.auto_page_turn")}
        hint={t("setting.auto_page_turn_hint")}
        checked={settings.autoPageTurn}
        onChange={(event) => change?.({ autoPageTurn: event.currentTarget.checked })}
      />
      <Switch
        className="px-3 py-1"
        label={t("setting.highlight")}
        hint={t("setting.highlight_hint")}
        checked={settings.highlight}
        onChange={(event) => change?.({ highlight: event.currentTarget.checked })}
      />
      <Switch
        className="px-3 py-1"
        label={t("setting.dark_theme")}
        hint={t("setting.dark_theme_hint")}
        checked={isDark}
        onChange={(event) => change?.({ darkTheme: event.currentTarget.checked })}
      />
      {words && !isFrog && (
        <Suspense fallback={null}>
          <WordsSetting />
        </Suspense>
      )}
      <ClassSettings />
      <VoiceSettings />
      <SkippedParts />
      <SoundDelay />
      <SleepTimer />
    </Drawer>
  );
}

const sleepChoices = [null, 5, 10, 20, 30];

/** Pauses playback after a number of minutes, for bedtime. */
function SleepTimer() {
  const { t } = useTranslation("reader");
  const { controller, snapshot } = useReader();
  return (
    <Chips
      title={t("sleep.title")}
      choices={sleepChoices}
      chosen={snapshot.sleepMinutes}
      labelOf={(minutes) => (minutes === null ? t("sleep.off") : t("sleep.minutes", { minutes }))}
      onChoose={(minutes) => controller?.sleepAfter(minutes)}
    />
  );
}

/** Milliseconds; wireless headphones sound 100 to 400 late. */
const soundDelays = [0, 100, 200, 300, 400];

/** For wireless headphones, in which the sound comes later than the highlight. */
function SoundDelay() {
  const { t } = useTranslation("reader");
  const { book, controller, snapshot } = useReader();
  if (!isNarrated(book)) return null;
  return (
    <Chips
      title={t("sound_delay.title")}
      choices={soundDelays}
      chosen={snapshot.settings.soundDelay}
      labelOf={(milliseconds) =>
        milliseconds === 0 ? t("sound_delay.none") : t("sound_delay.later", { seconds: milliseconds / 1000 })
      }
      onChoose={(soundDelay) => controller?.changeSettings({ soundDelay })}
    />
  );
}

type ChipsProps<Value> = {
  title: string;
  choices: readonly Value[];
  chosen: Value;
  labelOf(value: Value): string;
  onChoose(value: Value): void;
};

function Chips<Value extends number | null>({ title, choices, chosen, labelOf, onChoose }: ChipsProps<Value>) {
  return (
    <fieldset className="mt-4 border-t border-line pt-4">
      <legend className="px-3 text-14 font-semibold text-ink-soft">{title}</legend>
      <div className="flex flex-wrap gap-2 px-3 pt-2">
        {choices.map((value) => (
          <button
            key={value ?? "off"}
            type="button"
            aria-pressed={chosen === value}
            className="min-h-11 rounded-full border border-line px-4 text-16 hover:border-primary focus-visible:outline-3 focus-visible:outline-focus aria-pressed:border-primary aria-pressed:bg-primary-tint aria-pressed:font-semibold"
            onClick={() => onChoose(value)}
          >
            {labelOf(value)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
