import { type CSSProperties, type ReactNode, useEffect, useId } from "react";
import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import type { ReaderController } from "~/reader/controller/reader-controller.client";
import { isDarkPage } from "~/reader/controller/use-page-appearance";
import { isWord } from "~/reader/playback/sentence-of-word";
import {
  type Comfort,
  clampTextSize,
  faceNames,
  letterSpacings,
  lineSpacings,
  type Paper,
  papers,
  type Typeface,
  textSizes,
  typefaces,
  wordSpacings,
} from "~/reader/settings/comfort";
import { isLookChanged, standardLook } from "~/reader/settings/reader-settings";
import { paperColours } from "~/reader/view/frame-style";
import { offerFaces } from "~/reader/view/reading-font";
import { isRange } from "~/reader/view/text-place";
import { Switch } from "~/ui/choice";
import { Drawer } from "./drawer";
import { TextStyleChoice } from "./text-style-choice";

const degrees = ["normal", "wide", "wider", "widest"] as const;

/** Text appearance: size, typeface, paper, spacing, ruler. Each change is applied to the page at once. docs/product/reader.md#comfort. */
export default function ComfortDrawer() {
  const { t } = useTranslation("reader");
  const { controller, snapshot } = useReader();
  const { comfort, highlightUnit } = snapshot.settings;
  const change = (part: Partial<Comfort>) => controller?.changeSettings({ comfort: { ...comfort, ...part } });
  useEffect(offerFaces, []);
  return (
    <Drawer title={t("command.comfort")} side="end" leavesPage>
      <TextSize size={comfort.textSize} onChange={(textSize) => change({ textSize })} />
      <ChoiceRow<Typeface>
        title={t("comfort.typeface")}
        value={comfort.typeface}
        choices={typefaces.map((value) => ({
          value,
          label: t(`comfort.typefaces.${value}`),
          style: value === "book" ? undefined : faceLook(value),
        }))}
        onChange={(typeface) => change({ typeface })}
      />
      <TextStyleChoice />
      <PaperChoice />
      <Spacings comfort={comfort} change={change} />
      <Switch
        className="mt-4 border-t border-line px-3 pt-4"
        label={t("comfort.ruler")}
        hint={t("comfort.ruler_hint")}
        checked={comfort.ruler}
        onChange={(event) => change({ ruler: event.currentTarget.checked })}
      />
      {controller && isTimedByWords(controller) && (
        <ChoiceRow<"word" | "sentence">
          title={t("comfort.highlight")}
          value={highlightUnit}
          choices={(["word", "sentence"] as const).map((value) => ({ value, label: t(`comfort.highlights.${value}`) }))}
          onChange={(unit) => controller.changeSettings({ highlightUnit: unit })}
        />
      )}
      {isLookChanged(snapshot.settings) && (
        <button
          type="button"
          className="mx-3 mt-6 mb-3 min-h-11 rounded-full border border-line px-4 text-16 hover:border-primary focus-visible:outline-3 focus-visible:outline-focus"
          onClick={(event) => {
            // The reset button unmounts once everything is reset; the focus moves to the panel.
            event.currentTarget.closest<HTMLElement>("aside")?.focus();
            controller?.changeSettings(standardLook);
          }}
        >
          {t("comfort.reset")}
        </button>
      )}
    </Drawer>
  );
}

/** Colour of the page; a dark one is the dark theme. */
function PaperChoice() {
  const { t } = useTranslation("reader");
  const { controller, snapshot } = useReader();
  const { comfort, darkTheme } = snapshot.settings;
  const isDark = isDarkPage(darkTheme);
  return (
    <ChoiceRow<Paper | "night">
      title={t("comfort.paper")}
      value={isDark ? "night" : comfort.paper}
      choices={[
        ...papers.map((value) => ({ value, label: t(`comfort.papers.${value}`), style: paperLook(value) })),
        {
          value: "night" as const,
          label: t("comfort.papers.night"),
          style: { background: "#14181f", color: "#f3eee4" },
        },
      ]}
      onChange={(paper) =>
        controller?.changeSettings(
          paper === "night" ? { darkTheme: true } : { darkTheme: false, comfort: { ...comfort, paper } },
        )
      }
    />
  );
}

function Spacings({ comfort, change }: { comfort: Comfort; change(part: Partial<Comfort>): void }) {
  const { t } = useTranslation("reader");
  return (
    <>
      <Spacing
        title={t("comfort.line_spacing")}
        steps={lineSpacings}
        value={comfort.lineSpacing}
        onChange={(lineSpacing) => change({ lineSpacing })}
      />
      <Spacing
        title={t("comfort.letter_spacing")}
        steps={letterSpacings}
        value={comfort.letterSpacing}
        onChange={(letterSpacing) => change({ letterSpacing: letterSpacing ?? 0 })}
      />
      <Spacing
        title={t("comfort.word_spacing")}
        steps={wordSpacings}
        value={comfort.wordSpacing}
        onChange={(wordSpacing) => change({ wordSpacing: wordSpacing ?? 0 })}
      />
    </>
  );
}

function faceLook(typeface: Exclude<Typeface, "book">): CSSProperties {
  const fontFamily = `"${faceNames[typeface]}", var(--font-sans)`;
  // The letters of this typeface are so wide that its name would overflow the button.
  return typeface === "opendyslexic" ? { fontFamily, fontSize: "0.8125rem", fontWeight: 400 } : { fontFamily };
}

function paperLook(paper: Paper): CSSProperties {
  const { paper: background, ink } = paperColours[paper];
  return { background, color: ink };
}

/** Whether the displayed document is timed by words, or spoken by a browser's voice, most of which report words. */
function isTimedByWords({ playback }: ReaderController): boolean {
  const texts = playback.timeline.clips.slice(0, 40).flatMap((clip) => playback.textOf(clip) ?? []);
  return texts.filter((text) => isRange(text) || isWord(text)).length > texts.length / 2;
}

function TextSize({ size, onChange }: { size: number; onChange: (size: number) => void }) {
  const { t } = useTranslation("reader");
  const { least, most, step } = textSizes;
  const button = (by: number, label: string, look: string) => (
    <button
      type="button"
      aria-label={label}
      aria-disabled={size + by < least || size + by > most || undefined}
      className={`grid min-h-12 flex-1 place-items-center rounded-control border border-line font-semibold hover:border-primary focus-visible:outline-3 focus-visible:outline-focus aria-disabled:opacity-35 ${look}`}
      onClick={() => onChange(clampTextSize(size + by))}
    >
      A
    </button>
  );
  return (
    <fieldset className="px-3">
      <legend className="text-14 font-semibold text-ink-soft">{t("comfort.text_size")}</legend>
      <div className="flex items-center gap-3 pt-2">
        {button(-step, t("comfort.smaller"), "text-16")}
        <output className="w-16 text-center text-16 font-semibold tabular-nums">
          {t("percent", { percent: size })}
        </output>
        {button(step, t("comfort.larger"), "text-28")}
      </div>
    </fieldset>
  );
}

type SpacingProps = {
  title: string;
  steps: readonly (number | null)[];
  value: number | null;
  onChange(value: number | null): void;
};

function Spacing({ title, steps, value, onChange }: SpacingProps) {
  const { t } = useTranslation("reader");
  return (
    <ChoiceRow<number>
      title={title}
      // A value that is not one of the steps (from another version of the reader) counts as the step below it.
      value={steps.findLastIndex((step) => (step ?? 0) <= (value ?? 0))}
      choices={degrees.map((degree, index) => ({ value: index, label: t(`comfort.degrees.${degree}`) }))}
      onChange={(index) => onChange(steps[index] ?? null)}
    />
  );
}

type ChoiceRowProps<Value> = {
  title: string;
  value: Value;
  choices: ReadonlyArray<{ value: Value; label: ReactNode; style?: CSSProperties }>;
  onChange(value: Value): void;
};

/** Radio group with options large enough for touch. */
function ChoiceRow<Value extends string | number>({ title, value, choices, onChange }: ChoiceRowProps<Value>) {
  const name = useId();
  return (
    <fieldset className="mt-4 border-t border-line px-3 pt-4">
      <legend className="float-start w-full text-14 font-semibold text-ink-soft">{title}</legend>
      <div className="grid w-full grid-cols-2 gap-2 pt-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            style={choice.style}
            className="relative flex min-h-12 cursor-pointer items-center justify-center rounded-control border border-line px-1 text-center text-16 wrap-anywhere hover:border-primary has-checked:border-primary has-checked:font-semibold has-checked:outline-2 has-checked:outline-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              className="absolute inset-0 m-0 cursor-pointer opacity-0"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.value === value && (
              <span aria-hidden className="me-1.5">
                ✓
              </span>
            )}
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
