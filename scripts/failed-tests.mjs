import { stripVTControlCharacters } from "node:util";

/**
 * Lists the failed tests of a report as `{ title, reason }`: the test's file and name, and the first lines of its error without
 * colours. Printed at the end of a long run, when the original output has scrolled away.
 */

const reasonLines = 12;

/** Failed tests of vitest's JSON report. */
export function failedInVitest(report) {
  return report.testResults.flatMap((file) => {
    const tests = file.assertionResults.filter(({ status }) => status !== "passed");
    if (tests.length === 0 && file.status === "failed") return [failure(file.name, file.message)];
    return tests.map((test) => failure(`${file.name} > ${test.fullName}`, test.failureMessages?.[0] ?? test.status));
  });
}

/** Failed tests of Playwright's JSON report, including errors outside any test. */
export function failedInPlaywright(report) {
  const outside = (report.errors ?? []).map((error) => failure("outside the tests", error.message));
  return [...outside, ...(report.suites ?? []).flatMap((suite) => failedInSuite(suite, []))];
}

function failedInSuite(suite, above) {
  const names = [...above, suite.title];
  const specs = (suite.specs ?? []).flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status !== "expected")
      .map((test) => failure([...names, spec.title].join(" > "), lastError(test))),
  );
  return [...specs, ...(suite.suites ?? []).flatMap((inner) => failedInSuite(inner, names))];
}

function lastError({ status, results }) {
  const messages = results.flatMap((result) => (result.errors ?? []).map(({ message }) => message));
  return messages.at(-1) ?? status;
}

function failure(title, message) {
  const text = stripVTControlCharacters(message ?? "no reason given").trim();
  return { title, reason: text.split("\n", reasonLines).join("\n") };
}
