import { spawn } from "node:child_process";
import { once } from "node:events";
import { projectRoot } from "#server/project-root";
import type { SourceContent } from "./roster-content";

/**
 * A school information system with OneRoster 1.1 and 1.2, SS 12000 and the assumed format of Skolon, in a separate
 * process. Manually: `npx tsx tests/support/roster-source-process.ts 4390` prints its URLs and serves a small
 * municipality, which a product with SYNC_PRIVATE_SOURCES=1 may read.
 */
export type RosterSource = {
  /** URL of the server; each standard has its path below it. */
  url: string;
  /** `baseUrl` of each kind of source. */
  bases: { oneRoster: string; skolon: string; ss12000: string };
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** Replaces the content. */
  set(content: SourceContent): Promise<void>;
  /** Replaces the content by this number of people, generated in the server. */
  setLarge(people: number): Promise<void>;
  /** Replaces the faults, by none if empty. Resets the request counts. */
  fail(...faults: SourceFault[]): Promise<void>;
  /** Requests since then: path and query, without tokens. */
  requests(): Promise<string[]>;
  stop(): Promise<void>;
};

export type SourceFault = {
  /** The list, by the last part of its path: "users", "persons", "token", … */
  list: string;
  /** Index of the first failing request to this list; 0 by default. */
  from?: number;
  /** Number of failing requests; by default all further ones. */
  times?: number;
} & (
  | { kind: "slow"; ms: number }
  /** Half of the response, then the connection ends; `quietly`: as if that were all. */
  | { kind: "cut"; quietly?: boolean }
  /** The list ends after its first page, while the count remains. */
  | { kind: "short" }
  /** 429; `seconds` as Retry-After. */
  | { kind: "busy"; seconds?: number }
  /** Every page is the first. */
  | { kind: "repeat" }
  /** Ids change with every request. */
  | { kind: "ids" }
  | { kind: "status"; status: number }
  | { kind: "page" }
  /** To another server. */
  | { kind: "redirect"; to: string }
  /** The link to the next page points to another server. */
  | { kind: "link"; to: string }
);

/** @param content by default a small municipality */
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
