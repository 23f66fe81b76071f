import { build } from "./build.mjs";
import { install } from "./install.mjs";
import { inRoot, requireNode } from "./project.mjs";

/** `npm run dev`: runs the product with pages that reload on edits; the server itself is built once at start. */
requireNode();
try {
  await install();
  await build({ only: "process" });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await import(inRoot("build/process/dev.js"));
