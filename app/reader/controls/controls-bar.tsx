import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { commandOf } from "~/reader/commands/commands";
import { useReader } from "~/reader/controller/reader-context";
import { isReadAloud } from "~/reader/narrated";
import { ratePresets, rateStep, seekStep, volumeIcon, volumeStep } from "~/reader/settings/reader-settings";
import {
  ALargeSmall,
  Gauge,
  Pause,
  Play,
  RotateCcw,
  RotateCw,
  Search,
  Settings2,
  SkipBack,
  SkipForward,
  StepBack,
  StepForward,
  Volume,
  Volume1,
  Volume2,
  VolumeX,
} from "~/ui/icons";
import { CommandButton, ReaderButton } from "./icon-button";
import { PositionSlider } from "./position-slider";
import { Range } from "./range";
import { TimeLeftLine } from "./time-left-line";

const volumeIcons = { off: VolumeX, low: Volume, medium: Volume1, high: Volume2 };

/** The bottom bar; frog books have none. docs/product/reader.md#screens (Controls bar). */
export function ControlsBar() {
  const { book, chrome, isFrog } = useReader();
  if (isFrog) return null;
  const isRightToLeft = book.progression === "rtl";
  return (
    <footer data-shown={chrome.areBarsShown || undefined} className="reader-bar reader-bar-bottom @container">
      <PositionSlider />
      <TimeLeftLine />
      <div className="mx-auto flex max-w-2xl items-center justify-between gap-1 px-2 pb-2 @max-[18rem]:flex-wrap @max-[18rem]:justify-center @max-[22rem]:gap-0 @max-[22rem]:px-1">
        <VolumeButton />
        <RateButton />
        <span className="hidden @min-[46rem]:contents">
          <StepButtons side="left" />
        </span>
        <CommandButton command={isRightToLeft ? "next" : "previous"} icon={SkipBack} />
        <PlayButton />
        <CommandButton command={isRightToLeft ? "previous" : "next"} icon={SkipForward} />
        <span className="hidden @min-[46rem]:contents">
          <StepButtons side="right" />
        </span>
        <CommandButton command="settings" icon={Settings2} isExpanded={chrome.drawer === "settings"} />
      </div>
      <div className="flex items-center justify-between px-2 pb-1 @max-[18rem]:flex-wrap @max-[18rem]:justify-center @max-[22rem]:px-1 @min-[37.5rem]:justify-center @min-[37.5rem]:gap-3 @min-[46rem]:hidden">
        <span className="@min-[37.5rem]:hidden">
          <CommandButton command="comfort" icon={ALargeSmall} isExpanded={chrome.drawer === "comfort"} />
        </span>
        <StepButtons side="left" />
        <StepButtons side="right" />
        <span className="@min-[37.5rem]:hidden">
          <CommandButton command="search" icon={Search} isExpanded={chrome.drawer === "search"} />
        </span>
      </div>
    </footer>
  );
}

/** Listen, the main action; in a book without narration, one among others that turns the pages. */
function PlayButton() {
  const { t } = useTranslation("reader");
  const store = useReader();
  const { snapshot } = store;
  const hasVoice = isReadAloud(store);
  return (
    <CommandButton
      command="toggle_play"
      isBig={hasVoice}
      icon={snapshot.isRunning ? Pause : Play}
      label={snapshot.isRunning ? t("pause") : t(hasVoice ? "play" : "turn_pages")}
    />
  );
}

function VolumeButton() {
  const { t } = useTranslation("reader");
  const { chrome, snapshot, controller, send } = useReader();
  const { settings } = snapshot;
  return (
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
      <ReaderButton
        icon={volumeIcons[volumeIcon(settings, snapshot.hasMedia)]}
        label={t("volume")}
        isExpanded={chrome.drawer === "volume"}
        onPress={() => send({ type: "drawer-toggled", drawer: "volume" })}
      />
    </Popover>
  );
}

function RateButton() {
  const { t } = useTranslation("reader");
  const { chrome, snapshot, controller, send } = useReader();
  const ratePercent = Math.round(snapshot.settings.playbackRate * 100);
  return (
    <Popover name="rate">
      {chrome.drawer === "rate" && (
        <div className="flex items-center gap-3">
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
            <output className="text-14 font-semibold whitespace-nowrap tabular-nums">
              {t("percent", { percent: ratePercent })}
            </output>
          </div>
          <RatePresets />
        </div>
      )}
      <ReaderButton
        icon={Gauge}
        label={t("rate")}
        isExpanded={chrome.drawer === "rate"}
        onPress={() => send({ type: "drawer-toggled", drawer: "rate" })}
      />
    </Popover>
  );
}

/**
 * Back and forward by a sentence and by 15 seconds, for narrated books. Forward is on the side of the page progression.
 * docs/product/reader.md#comfort.
 */
function StepButtons({ side }: { side: "left" | "right" }) {
  const store = useReader();
  if (!commandOf("sentence_back").isAvailable(store)) return null;
  const isBack = (side === "left") === (store.book.progression === "ltr");
  const seconds = commandOf("seconds_back").isAvailable(store) && (
    <CommandButton isBare command={isBack ? "seconds_back" : "seconds_forward"} icon={isBack ? RotateCcw : RotateCw}>
      <Seconds />
    </CommandButton>
  );
  const sentence = (
    <CommandButton
      isBare
      command={isBack ? "sentence_back" : "sentence_forward"}
      icon={side === "left" ? StepBack : StepForward}
    />
  );
  return side === "left" ? (
    <>
      {seconds}
      {sentence}
    </>
  ) : (
    <>
      {sentence}
      {seconds}
    </>
  );
}

function Seconds() {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-x-0 top-0 grid h-12 place-items-center text-[0.5625rem] font-bold"
    >
      {seekStep}
    </span>
  );
}

function RatePresets() {
  const { t } = useTranslation("reader");
  const { snapshot, controller } = useReader();
  const now = Math.round(snapshot.settings.playbackRate * 100);
  return (
    <fieldset className="grid gap-1" aria-label={t("rate_presets")}>
      {ratePresets.map((percent) => (
        <button
          key={percent}
          type="button"
          aria-pressed={now === percent}
          className="min-h-11 rounded-full border border-line px-3 text-14 whitespace-nowrap tabular-nums hover:border-primary focus-visible:outline-3 focus-visible:outline-focus aria-pressed:border-primary aria-pressed:bg-primary-tint aria-pressed:font-semibold"
          onClick={() => controller?.changeSettings({ playbackRate: percent / 100 })}
        >
          {t("percent", { percent })}
        </button>
      ))}
    </fieldset>
  );
}

/** A slider above its button. Like every panel it keeps the bars visible while open, and closes on Escape or a press outside. */
function Popover({ name, children }: { name: "volume" | "rate"; children: ReactNode }) {
  const { chrome, send } = useReader();
  const box = useRef<HTMLDivElement>(null);
  const isOpen = chrome.drawer === name;
  useEffect(() => {
    if (!isOpen) return;
    // In Apple's browsers a touch outside doesn't move the focus, so blur alone would not close it.
    const pressed = ({ target }: PointerEvent) => {
      if (!box.current?.contains(target as Node)) send({ type: "closed" });
    };
    document.addEventListener("pointerdown", pressed);
    return () => document.removeEventListener("pointerdown", pressed);
  }, [isOpen, send]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the group only closes when focus leaves it; the controls inside are interactive
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
