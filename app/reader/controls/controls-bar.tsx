import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/reader-context";
import { rateStep, volumeIcon, volumeStep } from "~/reader/settings/reader-settings";
import { Gauge, Pause, Play, Settings2, SkipBack, SkipForward, Volume, Volume1, Volume2, VolumeX } from "~/ui/icons";
import { CommandButton, IconButton } from "./icon-button";
import { PositionSlider } from "./position-slider";
import { Range } from "./range";

const volumeIcons = { off: VolumeX, low: Volume, medium: Volume1, high: Volume2 };

/** The bottom bar; frog books have none. docs/product/reader.md#screens (Controls bar). */
export function ControlsBar() {
  const { t } = useTranslation("reader");
  const { book, chrome, snapshot, controller, isFrog, send } = useReader();
  if (isFrog) return null;
  const { settings } = snapshot;
  const ratePercent = Math.round(settings.playbackRate * 100);
  const isRightToLeft = book.progression === "rtl";
  return (
    <footer data-shown={chrome.areBarsShown || undefined} className="reader-bar reader-bar-bottom">
      <PositionSlider />
      <div className="mx-auto flex max-w-2xl items-center justify-between gap-1 px-2 pb-2 max-[22rem]:gap-0 max-[22rem]:px-1">
        <Popover name="volume">
          {chrome.drawer === "volume" && (
            <div>
              <Range
                isVertical
                label={t("volume")}
                min={0}
                max={1}
                step={volumeStep}
                value={settings.muted ? 0 : settings.audioVolume}
                text={t("percent", { percent: Math.round(settings.audioVolume * 100) })}
                onChange={(audioVolume) => controller?.changeSettings({ audioVolume, muted: false })}
              />
            </div>
          )}
          <IconButton
            icon={volumeIcons[volumeIcon(settings, snapshot.hasMedia)]}
            label={t("volume")}
            isExpanded={chrome.drawer === "volume"}
            onPress={() => send({ type: "drawer-toggled", drawer: "volume" })}
          />
        </Popover>
        <Popover name="rate">
          {chrome.drawer === "rate" && (
            <div className="flex flex-col items-center">
              <Range
                isVertical
                label={t("rate")}
                min={50}
                max={200}
                step={rateStep}
                value={ratePercent}
                text={t("percent", { percent: ratePercent })}
                onChange={(value) => controller?.changeSettings({ playbackRate: value / 100 })}
              />
              <output className="text-14 font-semibold tabular-nums">{t("percent", { percent: ratePercent })}</output>
            </div>
          )}
          <IconButton
            icon={Gauge}
            label={t("rate")}
            isExpanded={chrome.drawer === "rate"}
            onPress={() => send({ type: "drawer-toggled", drawer: "rate" })}
          />
        </Popover>
        <CommandButton command="previous" icon={isRightToLeft ? SkipForward : SkipBack} />
        <CommandButton
          command="toggle_play"
          isBig
          icon={snapshot.isRunning ? Pause : Play}
          label={snapshot.isRunning ? t("pause") : t("play")}
        />
        <CommandButton command="next" icon={isRightToLeft ? SkipBack : SkipForward} />
        <CommandButton command="settings" icon={Settings2} isExpanded={chrome.drawer === "settings"} />
      </div>
    </footer>
  );
}

/** A slider above its button. Like every panel it keeps the bars while it is open, and goes with Escape or a press elsewhere. */
function Popover({ name, children }: { name: "volume" | "rate"; children: ReactNode }) {
  const { chrome, send } = useReader();
  const box = useRef<HTMLDivElement>(null);
  const isOpen = chrome.drawer === name;
  useEffect(() => {
    if (!isOpen) return;
    // A finger that presses elsewhere takes the focus along in no browser of Apple's.
    const pressed = ({ target }: PointerEvent) => {
      if (!box.current?.contains(target as Node)) send({ type: "closed" });
    };
    document.addEventListener("pointerdown", pressed);
    return () => document.removeEventListener("pointerdown", pressed);
  }, [isOpen, send]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the group only hears that its focus has left; its controls are inside
    <div
      ref={box}
      className="reader-popover"
      data-open={isOpen || undefined}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (isOpen && relatedTarget && !currentTarget.contains(relatedTarget)) send({ type: "closed" });
      }}
    >
      {children}
    </div>
  );
}
