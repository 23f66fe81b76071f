import type { Judge } from "./judge";
import { contentJudges, judgeByStatement } from "./judge-content";
import { layoutJudges } from "./judge-layout";
import { navigationJudges } from "./judge-navigation";
import { judgeHeard, overlayJudges, verdictOfMeasure } from "./judge-overlays";
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

/** The W3C's tests are named after the group that they belong to. */
const isOfTheSuite = /^(cnt|css|lay|mol|nav|ocf|pkg|pss|pub|scr|sec|cfi|acc|ttl|a11y)-/;

/**
 * Who judges a book: by its name in the W3C's suite, by what its pages say where that test is not known, else whether it is heard.
 * @param name the file's name without its endings
 */
export function judgeOf(name: string, isMeasured: boolean): Judge {
  const known = all.find(([pattern]) => pattern.test(name))?.[1];
  if (known) return known;
  if (isMeasured) return async (scene) => verdictOfMeasure(await scene.measure());
  return isOfTheSuite.test(name) ? judgeByStatement : judgeHeard;
}

export function nameOfBook(file: string): string {
  return file.replace(/\.epub$/i, "").replace(/\.synth$/, "");
}

/** Whether a book's light is measured; measures run alone, so that nothing else takes the processor from them. */
export function isMeasured(name: string, hasTruth: boolean): boolean {
  return hasTruth || /^mol-/.test(name);
}
