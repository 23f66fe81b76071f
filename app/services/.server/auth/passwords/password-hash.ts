import { createRequire } from "node:module";
import os from "node:os";
import { Worker } from "node:worker_threads";

/**
 * argon2id on dedicated worker threads, so that a login blocks neither the event loop nor libuv's thread pool (files, DNS). 19 MiB, two
 * passes, one lane: OWASP's first recommendation. docs/security.md, line 23.
 */

type Job = { id: number; kind: "hash" | "verify"; password: string; hash?: string };
type WorkerReply = { id: number; value?: string | boolean; error?: string };

// As a string, since bundlers do not include worker files in a server build; the module's path is resolved at run time.
const workerSource = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { hashSync, verifySync } = require(workerData.argon2);
  const options = { algorithm: 2, memoryCost: 19456, timeCost: 2, parallelism: 1 };
  parentPort.on("message", (job) => {
    try {
      const value = job.kind === "hash" ? hashSync(job.password, options) : verifySync(job.hash, job.password, options);
      parentPort.postMessage({ id: job.id, value });
    } catch (error) {
      parentPort.postMessage({ id: job.id, error: String(error && error.message) });
    }
  });
`;

type Waiting = { resolve(value: string | boolean): void; reject(error: Error): void };
type Hasher = { worker: Worker; waiting: Map<number, Waiting> };

type PasswordHasher = {
  /** Maximum number of passwords hashed at once. */
  threads: number;
  hash(password: string): Promise<string>;
  /** Also false for a malformed hash. */
  verify(hash: string, password: string): Promise<boolean>;
  close(): Promise<void>;
};

/** Threads start with the first password and end with `close`. Without a password to hash they do not keep the process alive. */
export function createPasswordHasher(threads = Math.max(1, os.availableParallelism() - 1)): PasswordHasher {
  const hashers: Hasher[] = [];
  let lastId = 0;

  return {
    threads,
    hash: async (password) => String(await run({ kind: "hash", password })),
    verify: async (hash, password) => {
      if (!hash.startsWith("$argon2id$")) return false;
      return (await run({ kind: "verify", password, hash })) === true;
    },
    async close() {
      await Promise.all(hashers.splice(0).map(({ worker }) => worker.terminate()));
    },
  };

  function run(job: Omit<Job, "id">): Promise<string | boolean> {
    const hasher = leastBusy();
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      hasher.worker.ref();
      hasher.waiting.set(id, { resolve, reject });
      hasher.worker.postMessage({ id, ...job } satisfies Job);
    });
  }

  function leastBusy(): Hasher {
    const idle = hashers.find((hasher) => hasher.waiting.size === 0);
    if (idle) return idle;
    if (hashers.length < threads) return start();
    return hashers.reduce((best, each) => (each.waiting.size < best.waiting.size ? each : best));
  }

  function start(): Hasher {
    const argon2 = createRequire(import.meta.url).resolve("@node-rs/argon2");
    const worker = new Worker(workerSource, { eval: true, workerData: { argon2 } });
    const hasher: Hasher = { worker, waiting: new Map() };
    hashers.push(hasher);
    worker.on("message", (response: WorkerReply) => {
      const waiting = hasher.waiting.get(response.id);
      hasher.waiting.delete(response.id);
      if (hasher.waiting.size === 0) worker.unref();
      if (response.error === undefined && response.value !== undefined) waiting?.resolve(response.value);
      else waiting?.reject(new Error(response.error ?? "The password could not be hashed"));
    });
    const end = (error: Error) => {
      const index = hashers.indexOf(hasher);
      if (index >= 0) hashers.splice(index, 1);
      for (const waiting of hasher.waiting.values()) waiting.reject(error);
      hasher.waiting.clear();
    };
    worker.on("error", end);
    worker.on("exit", () => end(new Error("The password thread ended")));
    return hasher;
  }
}

let shared: PasswordHasher | undefined;

/** The hasher shared by the process. */
export function passwordHasher(): PasswordHasher {
  shared ??= createPasswordHasher();
  return shared;
}

/** An argon2id hash as stored in `auth.passwords`, for seeds and imports. */
export function hashPassword(password: string): Promise<string> {
  return passwordHasher().hash(password);
}
