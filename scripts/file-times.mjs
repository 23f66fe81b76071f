import { writeFileSync } from "node:fs";
import path from "node:path";

/**
 * How long each test file of a run took, in milliseconds: `{ file, loading, testing }`. `loading` is the time until the first test could
 * start (the worker, its setup and every imported module), `testing` that of the tests and hooks.
 */

/** Reporter for Vitest that writes the times of all files as JSON to FILE_TIMES. */
export default class FileTimesReporter {
  onTestRunEnd(modules) {
    const times = modules.map((module) => {
      const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } =
        module.diagnostic();
      const loading = environmentSetupDuration + prepareDuration + setupDuration + collectDuration;
      return { file: path.relative(process.cwd(), module.moduleId), loading, testing: duration };
    });
    writeFileSync(process.env.FILE_TIMES, JSON.stringify(times));
  }
}

/** Times of Playwright's JSON report. @param folder of its test files */
export function timesInPlaywright(report, folder) {
  return (report.suites ?? []).map((suite) => ({
    file: `${folder}/${suite.file}`,
    loading: 0,
    testing: testsIn(suite)
      .flatMap(({ results }) => results)
      .reduce((sum, { duration }) => sum + duration, 0),
  }));
}

function testsIn(suite) {
  return [...(suite.specs ?? []).flatMap((spec) => spec.tests), ...(suite.suites ?? []).flatMap(testsIn)];
}

/** The slowest files as lines of text, slowest first: seconds in all, seconds of loading, and the file. */
export function slowestFiles(times, count) {
  const seconds = (milliseconds) => (milliseconds / 1000).toFixed(1).padStart(7);
  return times
    .toSorted((one, other) => other.loading + other.testing - (one.loading + one.testing))
    .slice(0, count)
    .map(({ file, loading, testing }) => `${seconds(loading + testing)}${seconds(loading)}  ${file}`);
}
