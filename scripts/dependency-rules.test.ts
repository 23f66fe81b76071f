import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** A small project breaks each dependency rule at least once: the rule must report it. */

const root = fileURLToPath(new URL("..", import.meta.url));
const configuration = path.join(root, ".dependency-cruiser.cjs");
const rules: string[] = createRequire(import.meta.url)(configuration).forbidden.map(
  (rule: { name: string }) => rule.name,
);

/** Rule -> the files that break it and what each imports. */
const breaches: Record<string, Array<[file: string, imports: string]>> = {
  // A cycle is reported once, for one of its files.
  "no-cycles": [["app/session/goes-round.ts", "./goes-round"]],
  "nobody-imports-routes": [["app/shell/borrows-a-route.ts", "../routes/landing"]],
  "features-never-import-services-or-db": [
    ["app/library/reaches-a-service.ts", "../services/.server/library/endpoints"],
    ["app/session/reaches-the-database.ts", "../db/.server/connect"],
    ["app/routes/reaches-the-database.ts", "../db/.server/connect"],
    ["app/reading-statistics/reaches-the-database.ts", "../db/.server/connect"],
  ],
  "only-the-entry-imports-the-composition-root": [
    ["app/routes/creates-services.ts", "../composition/process-backend.server"],
    ["app/family/creates-services.ts", "../composition/process-backend.server"],
    ["app/clients/creates-services.ts", "../composition/process-backend.server"],
  ],
  "forms-import-no-feature": [["app/forms/knows-a-screen.ts", "../library/shelf"]],
  "services-never-import-features": [["app/services/.server/library/knows-a-screen.ts", "../../../library/shelf"]],
  "a-service-owns-its-tables": [["app/services/.server/auth/reads-others.ts", "../library/tables"]],
  "nobody-else-imports-tables": [["app/clients/reads-tables.ts", "../services/.server/library/tables"]],
  "pure-modules-import-no-framework": [
    ["app/realms/renders.ts", "react"],
    ["app/reader/narration/plays.ts", "howler"],
    ["app/services/.server/library/rules.ts", "drizzle-orm"],
    ["app/payment/signup.machine.ts", "@remix-run/react"],
  ],
  "ui-imports-nothing-of-ours": [["app/ui/knows-people.ts", "../library/shelf"]],
  "the-process-stays-below-the-app": [["app/shell/starts-things.ts", "../../server/listen"]],
  "packages-import-nothing-of-ours": [["packages/stand-in/knows-a-client.ts", "../../app/clients/client"]],
  "the-app-imports-no-package": [["app/shell/knows-a-package.ts", "../../packages/stand-in/start"]],
  "contracts-are-safe-in-the-browser": [["app/services/contracts/knows-a-client.ts", "../../clients/client"]],
  "contracts-use-nothing-of-node": [["app/services/contracts/reads-files.ts", "node:fs"]],
  "not-to-unresolvable": [["app/library/imports-nothing.ts", "./not-there"]],
};

/** Files that the violations import. */
const permitted = [
  "app/routes/landing.ts",
  "app/library/shelf.ts",
  "app/clients/client.ts",
  "app/composition/process-backend.server.ts",
  "app/db/.server/connect.ts",
  "app/services/.server/library/endpoints.ts",
  "app/services/.server/library/tables.ts",
  "server/listen.ts",
  "packages/stand-in/start.ts",
];

let folder: string;
let violations: Array<{ rule: { name: string }; from: string }>;

function write(file: string, text: string): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "fabel-rules-"));
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  write("tsconfig.json", JSON.stringify({ compilerOptions: { module: "ESNext", moduleResolution: "Bundler" } }));
  for (const file of permitted) write(file, "export default 1;\n");
  for (const [file, imports] of Object.values(breaches).flat()) write(file, `import "${imports}";\n`);
  const program = path.join(root, "node_modules/.bin/depcruise");
  const args = ["--config", configuration, "--output-type", "json", "app", "server", "packages"];
  // The exit code is the number of violations, so the promise rejects; its stdout is the report.
  const { stdout } = await promisify(execFile)(program, args, { cwd: folder, maxBuffer: 1e8 }).catch((ended) => ended);
  violations = JSON.parse(stdout).summary.violations;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the dependency rules", () => {
  test("this file has a violation for every rule of the configuration", () => {
    expect(Object.keys(breaches).sort()).toEqual([...rules].sort());
  });

  test.each(Object.entries(breaches))("the rule %s reports each file that breaks it", (rule, files) => {
    const caught = violations.filter((violation) => violation.rule.name === rule).map((violation) => violation.from);
    for (const [file] of files) expect(caught).toContain(file);
  });

  test("files without violations are not reported", () => {
    expect(violations.filter((violation) => permitted.includes(violation.from))).toEqual([]);
  });
});

test("no code in app and server uses a stream adapter that may throw outside any handler (decision 32)", async () => {
  const adapters = "\\.toWeb\\(|transformToWebStream|createReadableStreamFromReadable";
  const search = ["grep", "--untracked", "-lE", adapters, "--", "app", "server"];
  // git grep exits with 1 when nothing matches.
  await expect(promisify(execFile)("git", search, { cwd: root })).rejects.toMatchObject({ code: 1, stdout: "" });
});
