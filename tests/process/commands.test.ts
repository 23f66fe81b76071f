import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#server/project-root";
import { testDatabase } from "#tests/support/database";
import { inheritedEnvironment } from "#tests/support/running-product";
import { temporaryFolder } from "#tests/support/temporary-folder";

/** Commands end by themselves, with an exit code, whoever runs the databases. docs/operating.md. */

const book = path.join(projectRoot, "packages/demo-library/epub/hopp.epub");
/** Milliseconds; the demonstration's books take most of them. */
const patience = 300_000;

async function outside(): Promise<Record<string, string>> {
  const [eu, us] = await Promise.all([testDatabase(), testDatabase()]);
  return { DATABASE_URL_EU: eu.url, DATABASE_URL_US: us.url };
}

async function run(program: string, args: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [path.join(projectRoot, `build/process/${program}.js`), ...args], {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...inheritedEnvironment(), DATA_DIR: await temporaryFolder("command"), ...environment },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += part));
  const slow = setTimeout(() => child.kill("SIGKILL"), patience - 10_000);
  const [code] = await once(child, "close");
  clearTimeout(slow);
  return { code, output };
}

const cases: [string, string, string[], Record<string, string>, number][] = [
  ["migrates", "migrate", [], {}, 0],
  ["adds a book", "books-add", [book], {}, 0],
  ["is given a file that does not exist", "books-add", ["none.epub"], {}, 1],
  ["narrates a book that does not exist", "books-narrate", ["none", "--voice", "sv"], {}, 1],
  ["removes a narration from a book that does not exist", "books-narrate", ["none", "--remove"], {}, 1],
  ["is told neither", "books-narrate", ["none"], {}, 1],
  ["lists dictionaries", "dictionaries-add", ["--list"], {}, 0],
  ["is given a dictionary that does not exist", "dictionaries-add", ["none.index"], {}, 1],
  ["removes a dictionary that does not exist", "dictionaries-add", ["--remove", "none"], {}, 1],
  ["adds the demonstration", "seed", [], { DEMO: "1" }, 0],
  ["is not meant for a demonstration", "seed", [], {}, 1],
  ["adds a large country", "seed-large", ["--users", "30", "--groups", "3", "--organizations", "3"], {}, 0],
  ["is given a wrong number", "seed-large", ["--users", "many"], {}, 1],
];

test.each(cases)(
  "given external databases and a command that %s (%s), then it ends",
  async (_, program, args, environment, code) => {
    const ended = await run(program, args, { ...(await outside()), ...environment });
    expect(ended, ended.output).toMatchObject({ code });
  },
  patience,
);

test.each(cases.filter(([, program]) => program !== "seed-large"))(
  "given the embedded database and a command that %s (%s), then it ends",
  async (_, program, args, environment, code) => {
    const ended = await run(program, args, environment);
    expect(ended, ended.output).toMatchObject({ code });
  },
  patience,
);
