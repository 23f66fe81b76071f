import { readOneRosterRest } from "./oneroster/read-rest";
import type { Roster } from "./roster";
import { readSkolon } from "./skolon/read-skolon";
import type { SourceConfig, SourceCredentials, SourceOptions } from "./source-options";
import { readSs12000 } from "./ss12000/read-ss12000";

/** A source as its settings have it. */
export type SourceSettings = {
  type: "oneroster" | "skolon" | "ss12000";
  address: string;
  /** Where the client id and the secret are exchanged for a token; without it or the client id the secret is the token. */
  tokenAddress: string | null;
  clientId: string | null;
  secret: string | null;
};

const readers: Record<SourceSettings["type"], (config: SourceConfig, options: SourceOptions) => Promise<Roster>> = {
  oneroster: readOneRosterRest,
  skolon: readSkolon,
  ss12000: readSs12000,
};

/**
 * Reads a source over HTTP, of any type.
 * @throws RosterSourceError; the signal's reason once it is aborted
 */
export function readSource({ type, address, ...settings }: SourceSettings, options: SourceOptions): Promise<Roster> {
  return readers[type]({ baseUrl: address, credentials: credentialsOf(settings) }, options);
}

function credentialsOf({
  tokenAddress,
  clientId,
  secret,
}: Pick<SourceSettings, "tokenAddress" | "clientId" | "secret">): SourceCredentials {
  if (tokenAddress === null || clientId === null) return { kind: "bearer", token: secret ?? "" };
  return { kind: "client", tokenUrl: tokenAddress, clientId, clientSecret: secret ?? "" };
}
