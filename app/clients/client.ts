import type { Realm } from "~/realms/realm";
import type { Contract, ContractInput, ContractResponse, Contracts } from "~/services/contracts/contract";
import { profileHeaderName } from "~/services/contracts/reader-profile";

/** Typed callers made from contracts. A client knows neither where its service runs nor how it is reached. */

/** On whose behalf a call is made, and from where. */
export type CallContext = {
  /** null for visitors and for calls that need no token. */
  accessToken: string | null;
  realm: Realm;
  /** Goes through to the service's log and audit lines. */
  requestId: string;
  /** Address of the browser; null for calls of our own jobs. */
  ipAddress: string | null;
  /** Public origin that the browser sees; a token's issuer comes first. */
  origin?: string;
  /** The child of a family who reads in the session; goes with every call whose contract names `x-profile-id`. */
  profileId?: string | null;
};

export type CallOptions = {
  /** Makes a write that is sent twice happen once. POST and PATCH over HTTP get one of their own when it is missing. */
  idempotencyKey?: string;
};

/** One call of one contract. Throws ServiceError for every response that is not one of the contract's. */
export type Transport = (
  call: { name: string; contract: Contract; input: CallInput },
  credentials: CallContext,
  options: CallOptions,
) => Promise<{ status: number; body: unknown; headers?: Record<string, string> }>;

/** Parameters, query, headers and body before parsing, whatever the contract. */
export type CallInput = { params?: unknown; query?: unknown; headers?: unknown; body?: unknown };

export type ClientOf<Cs extends Contracts> = {
  [Name in keyof Cs]: (
    input: ContractInput<Cs[Name]>,
    credentials: CallContext,
    options?: CallOptions,
  ) => Promise<ContractResponse<Cs[Name]>>;
};

/** A function for each contract, all over one transport. */
export function createClient<Cs extends Contracts>(contracts: Cs, transport: Transport): ClientOf<Cs> {
  const calls = Object.entries(contracts).map(([name, contract]) => [
    name,
    (input: CallInput, credentials: CallContext, options: CallOptions = {}) =>
      transport({ name, contract, input: withProfile(contract, input, credentials) }, credentials, options),
  ]);
  // Object.fromEntries loses which name has which contract; the mapped type has it.
  return Object.fromEntries(calls) as ClientOf<Cs>;
}

/** Adds the session's profile to calls for a reader. A call that names a profile itself keeps that. */
function withProfile(contract: Contract, input: CallInput, { profileId }: CallContext): CallInput {
  if (!profileId || !contract.headers || !(profileHeaderName in contract.headers.shape)) return input;
  return { ...input, headers: { [profileHeaderName]: profileId, ...(input.headers as object | undefined) } };
}
