import type { Judge } from "./judge";
import { contentJudges, judgeByStatement } from "./judge-content";
import { layoutJudges } from "./judge-layout";
import { navigationJudges } from "./judge-navigation";
import { judgeWithoutTimes, overlayJudges, verdictOfMeasure } from "./judge-overlays";
import { packageJudges } from "./judge-package";
import { scriptingJudges } from "./judge-scripting";

const all = [
  ...scriptingJudges,
  ...contentJudges,
  ...layoutJudges,
  ...overlayJudges,
  ...navigationJudges,
  ...packageJudges,
];

/** The W3C's tests have their group as a name prefix. */
const isOfTheSuite = /^(cnt|css|lay|mol|nav|ocf|pkg|pss|pub|scr|sec|cfi|acc|ttl|a11y)-/;

/**
 * The judge of a book: by its name in the W3C's suite, by its own text if that test is unknown, else by playback.
 * @param name the file's name without extensions
 */
export function judgeOf(name: string, isMeasured: boolean): Judge {
  const known = all.find(([pattern]) => pattern.test(name))?.[1];
  if (known) return known;
  if (isMeasured) return async (scene) => verdictOfMeasure(await scene.measure());
  return isOfTheSuite.test(name) ? judgeByStatement : judgeWithoutTimes;
}

export function nameOfBook(file: string): string {
  return file.replace(/\.epub$/i, "").replace(/\.synth$/, "");
}

/** Whether a book's highlight is measured; measurements run alone, so that nothing else uses the processor. */
export function isMeasured(name: string, hasTruth: boolean): boolean {
  return hasTruth || /^mol-/.test(name);
}
