import { build } from "./build.mjs";
import { install } from "./install.mjs";
import { inRoot, requireNode } from "./project.mjs";

/** `npm start`: from a fresh clone to a running product with demo people. Steps that are already done are skipped. */
requireNode();
try {
  await install();
  await build();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
// Imported, not spawned, so that signals reach the server directly.
await import(inRoot("build/process/demo.js"));
