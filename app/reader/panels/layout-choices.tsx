import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import type { ReaderController } from "~/reader/controller/reader-controller.client";
import { isReadAloud } from "~/reader/narrated";
import { isWord } from "~/reader/playback/sentence-of-word";
import {
  type Alignment,
  alignments,
  type FocusedLines,
  focusedLines,
  type HighlightContrast,
  type Hyphenation,
  highlightContrasts,
  hyphenations,
  type MarginWidth,
  marginWidths,
  type PageMode,
  pageModes,
  type ReadingLayout,
} from "~/reader/settings/reading-layout";
import { isRange } from "~/reader/view/text-place";
import { Switch } from "~/ui/choice";
import { ChoiceRow } from "./choice-row";

function useLayoutChoice() {
  const { controller, snapshot } = useReader();
  const { layout } = snapshot.settings;
  const change = (part: Partial<ReadingLayout>) => controller?.changeSettings({ layout: { ...layout, ...part } });
  return { layout, change };
}

/** Pages or scrolling, margins, alignment, hyphenation. */
export function PageChoices() {
  const { t } = useTranslation("reader");
  const { layout, change } = useLayoutChoice();
  const { book } = useReader();
  // Lines begin on the right in some languages.
  const start = book.textDirection === "rtl" ? "right" : "left";
  return (
    <>
      <ChoiceRow<PageMode>
        title={t("comfort.pages.title")}
        value={layout.pages}
        choices={pageModes.map((value) => ({ value, label: t(`comfort.pages.${value}`) }))}
        onChange={(pages) => change({ pages })}
      />
      <ChoiceRow<MarginWidth>
        title={t("comfort.margins.title")}
        value={layout.margin}
        choices={marginWidths.map((value) => ({ value, label: t(`comfort.margins.${value}`) }))}
        onChange={(margin) => change({ margin })}
      />
      <ChoiceRow<Alignment>
        title={t("comfort.alignments.title")}
        value={layout.align}
        choices={alignments.map((value) => ({
          value,
          label: t(`comfort.alignments.${value === "start" ? start : value}`),
        }))}
        onChange={(align) => change({ align })}
      />
      <ChoiceRow<Hyphenation>
        title={t("comfort.hyphenations.title")}
        value={layout.hyphens}
        choices={hyphenations.map((value) => ({ value, label: t(`comfort.hyphenations.${value}`) }))}
        onChange={(hyphens) => change({ hyphens })}
      />
    </>
  );
}

type HighlightMode = "off" | "sentence" | "word";
const lineNames = { 0: "off", 1: "one", 3: "three", 5: "five" } as const;

/** What is lit while the book is read aloud, and what keeps the eyes on the line. */
export function FocusChoices() {
  const { t } = useTranslation("reader");
  const store = useReader();
  const { controller, snapshot } = store;
  const { layout, change } = useLayoutChoice();
  const { comfort, highlight, highlightUnit } = snapshot.settings;
  const hasWords = controller !== null && isTimedByWords(controller);
  const modes: HighlightMode[] = hasWords ? ["off", "sentence", "word"] : ["off", "sentence"];
  const mode = !highlight ? "off" : hasWords ? highlightUnit : "sentence";
  return (
    <>
      {isReadAloud(store) && (
        <>
          <ChoiceRow<HighlightMode>
            title={t("comfort.highlight")}
            value={mode}
            choices={modes.map((value) => ({ value, label: t(`comfort.highlights.${value}`) }))}
            onChange={(unit) =>
              controller?.changeSettings(
                unit === "off"
                  ? { highlight: false }
                  : { highlight: true, ...(hasWords ? { highlightUnit: unit } : {}) },
              )
            }
          />
          <ChoiceRow<HighlightContrast>
            title={t("comfort.contrasts.title")}
            value={layout.highlightContrast}
            choices={highlightContrasts.map((value) => ({ value, label: t(`comfort.contrasts.${value}`) }))}
            onChange={(highlightContrast) => change({ highlightContrast })}
          />
        </>
      )}
      <ChoiceRow<FocusedLines>
        title={t("comfort.lines.title")}
        value={layout.focusedLines}
        choices={focusedLines.map((value) => ({ value, label: t(`comfort.lines.${lineNames[value]}`) }))}
        onChange={(lines) => change({ focusedLines: lines })}
      />
      <Switch
        className="px-3 pt-4"
        label={t("comfort.ruler")}
        hint={t("comfort.ruler_hint")}
        checked={comfort.ruler}
        onChange={(event) =>
          controller?.changeSettings({ comfort: { ...comfort, ruler: event.currentTarget.checked } })
        }
      />
    </>
  );
}

/** Whether the displayed document is timed by words, or spoken by a browser's voice, most of which report words. */
function isTimedByWords({ playback }: ReaderController): boolean {
  const texts = playback.timeline.clips.slice(0, 40).flatMap((clip) => playback.textOf(clip) ?? []);
  return texts.filter((text) => isRange(text) || isWord(text)).length > texts.length / 2;
}
