import path from "node:path";
import { build } from "esbuild";
import { projectRoot } from "#server/project-root";

/** Bundles a program of this folder into one file for Node, for measurements in a separate process. It is beside the built threads. */
export async function bundledProgram(name: string): Promise<string> {
  const outfile = path.join(projectRoot, `build/bench/${name}.mjs`);
  await build({
    absWorkingDir: projectRoot,
    entryPoints: [`tests/load/${name}.ts`],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    alias: {
      "~": path.join(projectRoot, "app"),
      "#server": path.join(projectRoot, "server"),
      "#tests": path.join(projectRoot, "tests"),
    },
    logLevel: "error",
  });
  return outfile;
}
