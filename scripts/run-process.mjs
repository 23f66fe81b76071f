import { existsSync } from "node:fs";
import { build } from "./build.mjs";
import { install } from "./install.mjs";
import { inRoot, requireNode } from "./project.mjs";

/** `node scripts/run-process.mjs NAME …`: runs a program of server/process, and builds it first when needed. */
requireNode();
const [name, ...rest] = process.argv.slice(2);
await install();
await build();
const program = inRoot("build/process", `${name}.js`);
if (!existsSync(program)) {
  console.error(`There is no program ${name} in server/process`);
  process.exit(1);
}
process.argv = [process.execPath, program, ...rest];
await import(program);
