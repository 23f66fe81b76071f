import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import { Icon } from "~/ui/icon";
import { VolumeX } from "~/ui/icons";

/** Explains the silence and offers to unmute: shown while the sound is off and the page has audio or video. */
export function MutedSign() {
  const { t } = useTranslation("reader");
  const { snapshot, chrome, controller } = useReader();
  const { muted, audioVolume } = snapshot.settings;
  const isSilent = muted || audioVolume === 0;
  if (!isSilent || !snapshot.hasMedia || snapshot.status !== "shown" || chrome.drawer) return null;
  if (!snapshot.isRunning && !chrome.areBarsShown) return null;
  return (
    <button
      type="button"
      className="reader-muted"
      data-below-bar={chrome.areBarsShown || undefined}
      onClick={() => controller?.changeSettings({ muted: false, audioVolume: audioVolume || 1 })}
    >
      <Icon of={VolumeX} className="size-5" />
      <span className="reader-muted-text">{t("sound_off")}</span>
    </button>
  );
}
