import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { inRoot, root } from "./project.mjs";

/**
 * Starts the product that browser tests and conformance share.
 * @returns the variables that name it, and a function that stops it; an error says that it did not start
 */
export async function startBrowserProduct() {
  const child = spawn(inRoot("node_modules/.bin/tsx"), ["tests/support/serve-for-browsers.ts"], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const lines = createInterface(child.stdout);
  const environment = await new Promise((resolve, reject) => {
    // The build prints lines as well.
    lines.on("line", (line) => (line.startsWith("{") ? resolve(JSON.parse(line)) : console.log(line)));
    ended.then(() => reject(new Error("The product for the browser tests did not start")), reject);
  });
  return {
    environment,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
