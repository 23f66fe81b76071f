import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { projectRoot } from "#server/project-root";
import { build } from "../../scripts/build.mjs";

export type ProductOptions = {
  /** Retained when the product stops; by default a temporary folder, which is removed. */
  dataDir?: string;
  /** Overrides the tests' own values: DEMO=1, a free port, sync sources on this machine; no product variables are inherited. */
  environment?: Record<string, string>;
  /** The program: `demo` is the one `npm start` runs, `serve` the production one. */
  program?: "demo" | "serve";
  /** Command line to prepend, e.g. setpriv's. */
  through?: string[];
  /** Uses a separate process group, like a shell does for each command; then `process.kill(-pid)` is Ctrl-C. */
  ownGroup?: boolean;
  /** The folder of another copy of the project. */
  root?: string;
};

export type Ended = { code: number | null; signal: NodeJS.Signals | null };

export type RunningProduct = {
  /** e.g. `http://localhost:41234`; realms are at `http://{realm}.localhost:{port}`. */
  url: string;
  port: number;
  pid: number;
  dataDir: string;
  /** Everything written to standard output and standard error. */
  output(): string;
  /** Sends a signal and waits for the process to end. */
  end(signal: NodeJS.Signals): Promise<Ended>;
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<Ended>;
  /** SIGTERM, then the temporary folder is removed. */
  stop(): Promise<void>;
};

/** The product did not start; `output` is its output, `ended` its exit status. */
export class ProductRefused extends Error {
  override readonly name = "ProductRefused";
  constructor(
    readonly output: string,
    readonly ended: Ended,
  ) {
    super(`The product ended with ${ended.signal ?? ended.code}:\n${output}`);
  }
}

/** Builds if necessary. Once per run, before the first product: parallel builds would interfere. */
export async function prepareProduct(): Promise<void> {
  await build();
}

/** Starts the built product in a separate process and waits until it is ready. Throws ProductRefused if it ends before. */
export async function startProduct(options: ProductOptions = {}): Promise<RunningProduct> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), "fabel-product-")));
  const removeData = async () => {
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
  };
  const root = options.root ?? projectRoot;
  const line = [
    ...(options.through ?? []),
    process.execPath,
    ...(await nodeOptions(root)),
    path.join(root, `build/process/${options.program ?? "demo"}.js`),
  ];
  const child = spawn(String(line[0]), line.slice(1), {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    detached: options.ownGroup ?? false,
    env: {
      ...inheritedEnvironment(),
      ...{ DEMO: "1", PORT: "0", DATA_DIR: dataDir, SYNC_PRIVATE_SOURCES: "1" },
      ...options.environment,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => {
      output += part;
    });
  }
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal }) as Ended);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  const address = await readyAddress(child, () => output);
  if (!address) {
    const how = await ended;
    await removeData();
    throw new ProductRefused(output, how);
  }
  return {
    url: address,
    port: Number(new URL(address).port),
    pid: Number(child.pid),
    dataDir,
    output: () => output,
    end,
    ended,
    async stop() {
      await end("SIGTERM");
      await removeData();
    },
  };
}

/** Node's options in `npm run serve`. */
async function nodeOptions(root: string): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8")) as {
    scripts: { serve: string };
  };
  return scripts.serve.split(" ").filter((part) => part.startsWith("--"));
}

/** The request log of a product that runs as `demo`, one object per line. */
export async function readLog(product: Pick<RunningProduct, "dataDir">): Promise<Array<Record<string, unknown>>> {
  const text = await readFile(path.join(product.dataDir, "fabel.log"), "utf8");
  return text.split("\n").flatMap((line) => (line ? [JSON.parse(line) as Record<string, unknown>] : []));
}

function readyAddress(child: ChildProcess, output: () => string): Promise<string | null> {
  const ready = /^Fabel is ready at (\S+)$/m;
  return new Promise((resolve) => {
    child.stdout?.on("data", () => {
      const address = ready.exec(output())?.[1];
      if (address) resolve(address);
    });
    child.once("close", () => resolve(null));
    child.once("error", () => resolve(null));
  });
}

/** The environment without variables that the product reads. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  const childEnvironment: NodeJS.ProcessEnv = { ...process.env };
  const ours =
    /^(PORT|HOST|DATA_DIR|DEFAULT_REALM|DEMO|NODE_ENV|[A-Z_]+_(URL|ORIGIN|TOKEN|SECRET|DSN)|DATABASE_URL_.*|STRIPE_.*|OIDC_.*|DOMAIN_.*|PUBLIC_ORIGIN_.*|SERVICE_HOSTS|TRUSTED_PROXIES|HSTS_.*|VITEST.*)$/;
  for (const name of Object.keys(childEnvironment)) if (ours.test(name)) delete childEnvironment[name];
  return childEnvironment;
}
