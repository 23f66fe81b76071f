import { spawn } from "node:child_process";
import { once } from "node:events";
import { projectRoot } from "#server/project-root";
import type { SourceContent } from "./roster-content";

/**
 * A school information system that speaks OneRoster 1.1 and 1.2, SS 12000 and the shape that is assumed of Skolon, in a process of its
 * own. By hand: `npx tsx tests/support/roster-source-process.ts 4390` prints its addresses and serves a small municipality,
 * which a product with SYNC_PRIVATE_SOURCES=1 may read.
 */
export type RosterSource = {
  /** Of the server; each standard has its path below it. */
  url: string;
  /** `baseUrl` of each kind of source. */
  bases: { oneRoster: string; skolon: string; ss12000: string };
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** What it has from now on. */
  set(content: SourceContent): Promise<void>;
  /** As many people as wanted, made where they are served. */
  setLarge(people: number): Promise<void>;
  /** What goes wrong from now on; nothing without. Requests are counted anew. */
  fail(...faults: SourceFault[]): Promise<void>;
  /** What was asked since then: path and query, tokens left out. */
  requests(): Promise<string[]>;
  stop(): Promise<void>;
};

export type SourceFault = {
  /** The list, by the last part of its path: "users", "persons", "token", … */
  list: string;
  /** From which request to this list on, counted from 0; 0 unless told. */
  from?: number;
  /** How many requests; all further ones unless told. */
  times?: number;
} & (
  | { kind: "slow"; ms: number }
  /** Half of the answer, then the connection ends; `quietly` as if that were all. */
  | { kind: "cut"; quietly?: boolean }
  /** The list ends after its first page, while the count stays. */
  | { kind: "short" }
  /** 429; `seconds` by Retry-After. */
  | { kind: "busy"; seconds?: number }
  /** Every page is the first. */
  | { kind: "repeat" }
  /** Ids change with every request. */
  | { kind: "ids" }
  | { kind: "status"; status: number }
  | { kind: "page" }
  /** To another server. */
  | { kind: "redirect"; to: string }
  /** A link to the next page on another server. */
  | { kind: "link"; to: string }
);

/** @param content a small municipality unless told */
export async function startRosterSource(content?: SourceContent): Promise<RosterSource> {
  const child = spawn(process.execPath, ["--import", "tsx", "tests/support/roster-source-process.ts"], {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  const known = JSON.parse(String(line)) as Pick<
    RosterSource,
    "url" | "bases" | "tokenUrl" | "clientId" | "clientSecret"
  >;
  const control = async (body: unknown) => {
    const response = await fetch(`${known.url}/control`, { method: "PUT", body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`The source took no orders: ${response.status}`);
  };
  if (content) await control({ content });
  return {
    ...known,
    set: (content) => control({ content }),
    setLarge: (large) => control({ large }),
    fail: (...faults) => control({ faults }),
    requests: async () => (await (await fetch(`${known.url}/control`)).json()) as string[],
    async stop() {
      child.kill();
      await once(child, "exit");
    },
  };
}
