import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Database } from "~/db/.server/connect";
import type { SecretBox } from "~/security/secret-box.server";
import { oneRosterSchools, readOneRosterRest } from "./roster/oneroster/read-rest";
import { readOneRosterZip } from "./roster/oneroster/read-zip";
import { type Roster, RosterSourceError } from "./roster/roster";
import { readSkolon, skolonSchools } from "./roster/skolon/read-skolon";
import type { SourceConfig, SourceCredentials, SourceOptions } from "./roster/source-options";
import { readSs12000, ss12000Schools } from "./roster/ss12000/read-ss12000";
import type { SyncDeps, WithRoster } from "./sync-deps";
import { SyncProblem } from "./sync-problem";
import { hasFile, readSourceFileParts, type StoredSource } from "./sync-store";

/** Creates the function that reads a stored source. @param limits overrides of the default limits */
export function createWithRoster(deps: { secrets: SecretBox; limits: SourceOptions["limits"] }): WithRoster {
  return async (database, source, signal, use) => {
    const options = { signal, now: () => new Date(), ...(deps.limits ? { limits: deps.limits } : {}) };
    if (source.address === null)
      return withFile(database, source.id, async (path) => use(await readOneRosterZip(path, options)));
    const config = { baseUrl: source.address, credentials: credentialsOf(deps, source) };
    return use(await readAddress(config, source, options));
  };
}

function readAddress(config: SourceConfig, { type, version }: StoredSource, options: SourceOptions): Promise<Roster> {
  if (type === "skolon") return readSkolon(config, options);
  if (type === "ss12000") return readSs12000(config, options);
  return readOneRosterRest({ ...config, version }, options);
}

/** Limits of a check while the user waits for it. */
const checkLimits: SourceOptions["limits"] = {
  retries: 1,
  responseMs: 10_000,
  totalMs: 20_000,
  waitMs: 3_000,
  pageSize: 100,
};

/**
 * Creates the function that requests a source's first page of schools, exactly as a run would.
 * @param limits overrides of the check's limits
 */
export function createCheckSource(deps: {
  secrets: SecretBox;
  limits: SourceOptions["limits"];
}): SyncDeps["checkSource"] {
  return async (source) => {
    const options = {
      signal: new AbortController().signal,
      now: () => new Date(),
      limits: { ...checkLimits, ...deps.limits },
    };
    const config = { baseUrl: source.address ?? "", credentials: credentialsOf(deps, source) };
    try {
      const result = await firstSchools(config, source, options);
      return { problem: null, version: null, ...result };
    } catch (error) {
      if (!(error instanceof RosterSourceError)) throw error;
      return { problem: { code: error.code, values: error.values }, version: null, schools: [] };
    }
  };
}

async function firstSchools(config: SourceConfig, { type, version }: StoredSource, options: SourceOptions) {
  if (type === "skolon") return { schools: await skolonSchools(config, options) };
  if (type === "ss12000") return { schools: await ss12000Schools(config, options) };
  return oneRosterSchools({ ...config, version }, options);
}

/** Without a client id the secret is a bearer token. */
function credentialsOf(
  { secrets }: { secrets: SecretBox },
  { clientId, secret, tokenAddress }: StoredSource,
): SourceCredentials {
  const text = secret ? (secrets.open(secret) ?? "") : "";
  if (clientId === null || tokenAddress === null) return { kind: "bearer", token: text };
  return { kind: "client", tokenUrl: tokenAddress, clientId, clientSecret: text };
}

/** Provides the uploaded roster as a temporary file for the duration of `use`. */
async function withFile<Result>(
  database: Database,
  syncId: string,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  if (!(await hasFile(database, syncId))) throw new SyncProblem("no_file");
  const folder = await mkdtemp(join(tmpdir(), "fabel-sync-"));
  try {
    const path = join(folder, "roster.zip");
    await pipeline(Readable.from(readSourceFileParts(database, syncId)), createWriteStream(path));
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
