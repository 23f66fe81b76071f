import { spawn } from "node:child_process";
import { join } from "node:path";
import { projectRoot } from "#server/project-root";

/** Result for a file: the book's id, or the line with the reason for its refusal. */
export type Added = { id: string } | { refused: string };

/**
 * Adds files with `books:add` to a running product, in as few processes as refusals allow.
 * @param dataDir the running product's
 */
export async function addBooks(files: readonly string[], dataDir: string): Promise<Added[]> {
  const results: Added[] = [];
  while (results.length < files.length) {
    const left = files.slice(results.length);
    const { ids, complaint } = await addUntilRefused(left, dataDir);
    results.push(...ids.map((id) => ({ id })));
    if (results.length < files.length) results.push({ refused: complaint });
  }
  return results;
}

function addUntilRefused(files: readonly string[], dataDir: string): Promise<{ ids: string[]; complaint: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [join(projectRoot, "build/process/books-add.js"), ...files, "--realm", "se"],
      {
        cwd: projectRoot,
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, DATA_DIR: dataDir, DEMO: "1" },
      },
    );
    let output = "";
    let complaint = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      output += part;
    });
    child.stderr.setEncoding("utf8").on("data", (part: string) => {
      complaint += part;
    });
    child.once("error", reject);
    child.once("close", (code) => {
      const ids = output.split("\n").filter(Boolean).slice(0, files.length);
      const line = complaint.trim().split("\n").at(-1) ?? "";
      resolve({
        ids: code === 0 ? ids : ids.slice(0, files.length - 1),
        complaint: line || `books:add ended with ${code}`,
      });
    });
  });
}
