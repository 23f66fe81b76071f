import path from "node:path";
import { build } from "esbuild";
import { projectRoot } from "#server/project-root";

/**
 * Bundles a program into one file for Node, for measurements in a separate process. It is beside the built threads.
 * @param source relative to the project
 */
export async function bundledProgram(source: string): Promise<string> {
  const outfile = path.join(projectRoot, `build/bench/${path.basename(source, ".ts")}.mjs`);
  await build({
    absWorkingDir: projectRoot,
    entryPoints: [source],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    alias: {
      "~": path.join(projectRoot, "app"),
      "#server": path.join(projectRoot, "server"),
      "#tests": path.join(projectRoot, "tests"),
      "#packages": path.join(projectRoot, "packages"),
    },
    logLevel: "error",
  });
  return outfile;
}
