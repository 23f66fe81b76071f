import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/temporary-folder";
import { openLog } from "./process-log";

test("a logged error has its stack and no personal data (docs/security.md, line 25)", async () => {
  const file = join(await temporaryFolder("log"), "fabel.log");
  const { log, close } = openLog(file);
  const cause = Object.assign(new Error("no mailbox for elsa@skola.example"), { params: ["Elsa Wallin"] });
  log.error({ requestId: "r-1", err: new Error("it broke", { cause }) }, "a request failed");
  await expect.poll(() => readFile(file, "utf8").catch(() => "")).toContain("r-1");
  close();
  const line = JSON.parse(await readFile(file, "utf8"));
  expect(line).toMatchObject({ requestId: "r-1", msg: "a request failed" });
  expect(line.err).toMatch(/^Error: it broke\n +at [\s\S]*caused by Error: no mailbox for \[address\]/);
  expect(JSON.stringify(line)).not.toContain("Elsa");
});
