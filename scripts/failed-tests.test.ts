import { describe, expect, it } from "vitest";
import { failedInPlaywright, failedInVitest } from "./failed-tests.mjs";

const red = (text: string) => `\u001b[31m${text}\u001b[39m`;

describe("the list of failed tests", () => {
  it("lists failed and skipped tests of Vitest, and a file that could not be loaded", () => {
    const failed = failedInVitest({
      testResults: [
        {
          name: "/app/a.test.ts",
          status: "failed",
          assertionResults: [
            { status: "passed", fullName: "a adds" },
            { status: "failed", fullName: "a subtracts", failureMessages: [red("expected 1 to be 2")] },
            { status: "skipped", fullName: "a divides", failureMessages: [] },
          ],
        },
        { name: "/app/b.test.ts", status: "failed", message: "Cannot find module", assertionResults: [] },
        { name: "/app/c.test.ts", status: "passed", assertionResults: [{ status: "passed", fullName: "c" }] },
      ],
    });
    expect(failed).toEqual([
      { title: "/app/a.test.ts > a subtracts", reason: "expected 1 to be 2" },
      { title: "/app/a.test.ts > a divides", reason: "skipped" },
      { title: "/app/b.test.ts", reason: "Cannot find module" },
    ]);
  });

  it("lists failed and skipped tests of Playwright with their groups, and errors outside the tests", () => {
    const spec = (title: string, status: string, messages: string[]) => ({
      title,
      tests: [{ status, results: [{ errors: messages.map((message) => ({ message })) }] }],
    });
    const failed = failedInPlaywright({
      errors: [{ message: "the product did not start" }],
      suites: [
        {
          title: "account.spec.ts",
          specs: [spec("signs in", "expected", []), spec("logs out", "unexpected", [red("no button")])],
          suites: [{ title: "profile", specs: [spec("saves", "skipped", [])] }],
        },
      ],
    });
    expect(failed).toEqual([
      { title: "outside the tests", reason: "the product did not start" },
      { title: "account.spec.ts > logs out", reason: "no button" },
      { title: "account.spec.ts > profile > saves", reason: "skipped" },
    ]);
  });

  it("cuts a long reason after twelve lines", () => {
    const message = Array.from({ length: 40 }, (_, line) => `line ${line}`).join("\n");
    const [failed] = failedInVitest({ testResults: [{ name: "a", status: "failed", message, assertionResults: [] }] });
    expect(failed?.reason.split("\n")).toHaveLength(12);
  });
});
