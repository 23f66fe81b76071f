import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import { Switch } from "~/ui/choice";
import { Icon } from "~/ui/icon";
import { Volume2 } from "~/ui/icons";

/** The computer's voice: whether it reads a narrated book too, and which one it is. */
export function VoiceSettings() {
  const { t } = useTranslation("reader");
  const { controller, snapshot } = useReader();
  const { voice, isVoiceOffered, settings } = snapshot;
  if (!voice && !isVoiceOffered) return null;
  return (
    <fieldset className="mt-4 border-t border-line pt-4">
      <legend className="px-3 text-14 font-semibold text-ink-soft">{t("voice.title")}</legend>
      {isVoiceOffered && (
        <Switch
          className="px-3 py-1"
          label={t("voice.instead")}
          checked={settings.prefersVoice}
          onChange={(event) => controller?.changeSettings({ prefersVoice: event.currentTarget.checked })}
        />
      )}
      {voice && <VoiceChoice />}
    </fieldset>
  );
}

function VoiceChoice() {
  const { t } = useTranslation("reader");
  const { controller, snapshot } = useReader();
  const { voice, voices, isVoiceOffered } = snapshot;
  if (!voice) return null;
  const hint = isVoiceOffered ? "voice.instead_online_hint" : "voice.online_hint";
  const isExplained = !voice.isOffline || !isVoiceOffered;
  return (
    <div className="px-3 pt-2 pb-1">
      <div className="flex gap-2">
        <select
          aria-label={t("voice.title")}
          className="min-h-12 w-full min-w-0 rounded-control border border-line bg-surface px-3 text-16 focus-visible:outline-3 focus-visible:outline-focus"
          value={voice.uri}
          onChange={(event) => controller?.bookVoice.choose(event.currentTarget.value)}
        >
          {voices.map(({ uri, label, isOffline }) => (
            <option key={uri} value={uri}>
              {isOffline ? t("voice.offline", { voice: label }) : label}
            </option>
          ))}
        </select>
        <button
          type="button"
          className="grid size-12 shrink-0 place-items-center rounded-control border border-line hover:bg-primary-tint focus-visible:outline-3 focus-visible:outline-focus"
          aria-label={t("voice.preview")}
          title={t("voice.preview")}
          onClick={() => controller?.previewVoice()}
        >
          <Icon of={Volume2} className="size-6" />
        </button>
      </div>
      {isExplained && <p className="pt-2 text-14 text-ink-soft">{t(voice.isOffline ? "voice.hint" : hint)}</p>}
    </div>
  );
}
