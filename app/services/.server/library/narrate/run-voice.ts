import { spawn } from "node:child_process";
import type { Readable } from "node:stream";

/** How a run of a voice program ended. `times` is what it wrote on file descriptor 3. */
export type VoiceRun =
  | { kind: "ended"; sound: Buffer; times: string; code: number | null; complaint: string }
  | { kind: "missing" | "hung" | "too-much" };

/** Most bytes of one sentence's sound: half an hour of 16 bits at 22,050 samples a second. */
const mostBytes = 80 * 1024 * 1024;

/**
 * Runs a voice program for one sentence, as a process group of its own, which ends with it whatever it started.
 * @param seconds after which a program that has not ended is ended
 */
export function runVoice(program: string, args: readonly string[], text: string, seconds: number): Promise<VoiceRun> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe", "pipe"], detached: true });
    const kept: Record<"sound" | "complaint" | "times", Buffer[]> = { sound: [], complaint: [], times: [] };
    let bytes = 0;
    const end = (run: VoiceRun) => {
      clearTimeout(limit);
      endGroup(child.pid);
      for (const stream of child.stdio) stream?.destroy();
      resolve(run);
    };
    const limit = setTimeout(() => end({ kind: "hung" }), seconds * 1000);
    const keep = (stream: Readable | null, name: keyof typeof kept) =>
      stream?.on("data", (part: Buffer) => {
        bytes += part.length;
        if (bytes > mostBytes) end({ kind: "too-much" });
        else kept[name].push(part);
      });
    keep(child.stdout, "sound");
    keep(child.stderr, "complaint");
    keep(child.stdio[3] as Readable | null, "times");
    child.on("error", () => end({ kind: "missing" }));
    child.on("close", (code) => {
      const [sound, times] = [Buffer.concat(kept.sound), Buffer.concat(kept.times).toString("utf8")];
      const complaint = Buffer.concat(kept.complaint).toString("utf8").trim().split("\n").at(-1) ?? "";
      end({ kind: "ended", sound, times, code, complaint });
    });
    // A program that ends before it has read its input says why by its exit code.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(`${text}\n`);
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group has ended by itself.
  }
}
