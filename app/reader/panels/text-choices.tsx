import { type CSSProperties, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import { isDarkPage } from "~/reader/controller/use-page-appearance";
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
import type { FontFault, OwnFont } from "~/reader/settings/own-font";
import { paperColours } from "~/reader/view/frame-style";
import { ChoiceRow } from "./choice-row";
import { panelButton } from "./panel-button";

const degrees = ["normal", "wide", "wider", "widest"] as const;

/** The text's settings, and the function that changes some of them. */
function useComfort() {
  const { controller, snapshot } = useReader();
  const { comfort } = snapshot.settings;
  const change = (part: Partial<Comfort>) => controller?.changeSettings({ comfort: { ...comfort, ...part } });
  return { comfort, change };
}

export function TextSize() {
  const { t } = useTranslation("reader");
  const { comfort, change } = useComfort();
  const size = comfort.textSize;
  const { least, most, step } = textSizes;
  const button = (by: number, label: string, look: string) => (
    <button
      type="button"
      aria-label={label}
      aria-disabled={size + by < least || size + by > most || undefined}
      className={`grid min-h-12 flex-1 place-items-center rounded-control border border-line font-semibold hover:border-primary focus-visible:outline-3 focus-visible:outline-focus aria-disabled:opacity-35 ${look}`}
      onClick={() => change({ textSize: clampTextSize(size + by) })}
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

/** The typefaces, and a font file of one's own, which this browser keeps. */
export function TypefaceChoice() {
  const { t } = useTranslation("reader");
  const { controller } = useReader();
  const { comfort, change } = useComfort();
  const { font, fault, keep, remove } = useOwnFont((isKept) => {
    change({ typeface: isKept ? "own" : "book" });
    if (isKept) controller?.loadFont();
  });
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const offered = typefaces.filter((value) => value !== "own" || font || comfort.typeface === "own");
  return (
    <>
      <ChoiceRow<Typeface>
        title={t("comfort.typeface")}
        value={comfort.typeface}
        choices={offered.map((value) => ({
          value,
          label: value === "own" && font ? font.name : t(`comfort.typefaces.${value}`),
          style: value === "book" ? undefined : faceLook(value),
        }))}
        onChange={(typeface) => change({ typeface })}
      />
      <div className="flex flex-wrap gap-2 px-3 pt-2">
        <button type="button" aria-describedby={hintId} className={panelButton} onClick={() => input.current?.click()}>
          {t(font ? "comfort.own_font.replace" : "comfort.own_font.choose")}
        </button>
        {font && (
          <button type="button" className={panelButton} onClick={() => void remove()}>
            {t("comfort.own_font.remove", { name: font.name })}
          </button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept=".woff2,.woff,.ttf,.otf,font/*"
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // So that the same file can be chosen again.
          event.currentTarget.value = "";
          if (file) void keep(file);
        }}
      />
      <p id={hintId} className="px-3 pt-1 text-14 text-ink-soft">
        {t(!font && comfort.typeface === "own" ? "comfort.own_font.missing" : "comfort.own_font.hint")}
      </p>
      <p role="alert" className="px-3 text-14 font-semibold text-error empty:hidden">
        {fault && t(`comfort.own_font.${fault}`)}
      </p>
    </>
  );
}

/** @param changed called when a file was kept or removed */
function useOwnFont(changed: (isKept: boolean) => void) {
  const { controller } = useReader();
  const [font, setFont] = useState<OwnFont | null>(null);
  const [fault, setFault] = useState<FontFault | null>(null);
  useEffect(() => {
    let isGone = false;
    void controller
      ?.ownFont()
      .then((store) => store.find())
      .then((found) => !isGone && setFont(found));
    return () => {
      isGone = true;
    };
  }, [controller]);
  const keep = async (file: File) => {
    const store = await controller?.ownFont();
    const fault = (await store?.keep(file)) ?? null;
    setFault(fault);
    if (fault || !store) return;
    setFont(await store.find());
    changed(true);
  };
  const remove = async () => {
    await (await controller?.ownFont())?.remove();
    setFont(null);
    setFault(null);
    changed(false);
  };
  return { font, fault, keep, remove };
}

/** Colour of the page; a dark one is the dark theme. */
export function PaperChoice() {
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

export function Spacings() {
  const { t } = useTranslation("reader");
  const { comfort, change } = useComfort();
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
