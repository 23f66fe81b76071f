import { build } from "./build.mjs";
import { install } from "./install.mjs";
import { inRoot, requireNode } from "./project.mjs";

/** `npm start`: from a fresh clone to a running product with demo people. Each step is skipped when it is done already. */
requireNode();
try {
  await install();
  await build();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
// In this very process: a signal then has only one place to go.
await import(inRoot("build/process/demo.js"));
