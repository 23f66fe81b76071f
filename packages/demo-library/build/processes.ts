import { spawn } from "node:child_process";

const atOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function takePlace(): Promise<void> {
  if (running < atOnce) {
    running += 1;
    return;
  }
  await new Promise<void>((resolve) => waiting.push(resolve));
}

function givePlace(): void {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}

/**
 * Runs a program to its end, never more than two at once in this process, and answers its standard output.
 * `input` goes to its standard input. Rejects with the end of its standard error when it fails.
 */
export async function runProgram(
  command: string,
  args: string[],
  input: Buffer | string | AsyncIterable<Buffer> = "",
): Promise<{ stdout: Buffer; stderr: string }> {
  await takePlace();
  try {
    return await new Promise((resolve, reject) => {
      const child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"] });
      const stdout: Buffer[] = [];
      const stderr: Buffer[] = [];
      child.stdout.on("data", (data: Buffer) => stdout.push(data));
      child.stderr.on("data", (data: Buffer) => stderr.push(data));
      child.on("error", (error) => reject(new Error(`${command} cannot be run: ${error.message}`)));
      child.on("close", (code) => {
        const errors = Buffer.concat(stderr).toString("utf8");
        if (code === 0) resolve({ stdout: Buffer.concat(stdout), stderr: errors });
        else reject(new Error(`${command} ended with ${code}: ${errors.trim().slice(-800)}`));
      });
      // A program that stops reading early says why by its exit code; the broken pipe adds nothing.
      child.stdin.on("error", () => undefined);
      if (typeof input === "string" || Buffer.isBuffer(input)) {
        child.stdin.end(input);
        return;
      }
      const feed = async () => {
        for await (const piece of input) {
          if (!child.stdin.write(piece)) await new Promise((drained) => child.stdin.once("drain", drained));
        }
        child.stdin.end();
      };
      feed().catch(reject);
    });
  } finally {
    givePlace();
  }
}
