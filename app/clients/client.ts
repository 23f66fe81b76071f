import type { Realm } from "~/realms/realm";
import type { Contract, ContractInput, ContractResponse, Contracts } from "~/services/contracts/contract";
import { profileHeaderName } from "~/services/contracts/reader-profile";

/** Typed clients created from contracts. A client does not know where its service runs or how it is reached. */

/** User and origin of a call. */
export type CallContext = {
  /** null for signed-out users and calls that need no token. */
  accessToken: string | null;
  realm: Realm;
  /** Passed on to the service's log and audit entries. */
  requestId: string;
  /** IP address of the browser; null for calls of our own jobs. */
  ipAddress: string | null;
  /** Public origin as the browser uses it; a token's issuer takes precedence. */
  origin?: string;
  /** The child profile selected in a family's session; sent with every call whose contract has `x-profile-id`. */
  profileId?: string | null;
};

export type CallOptions = {
  /** Executes a repeated write only once. Over HTTP, POST and PATCH get a random key if it is missing. */
  idempotencyKey?: string;
};

/** Executes one call of a contract. Throws ServiceError for any response that the contract does not define. */
export type Transport = (
  call: { name: string; contract: Contract; input: CallInput },
  credentials: CallContext,
  options: CallOptions,
) => Promise<{ status: number; body: unknown; headers?: Record<string, string> }>;

/** Unparsed parameters, query, headers and body of any contract. */
export type CallInput = { params?: unknown; query?: unknown; headers?: unknown; body?: unknown };

export type ClientOf<Cs extends Contracts> = {
  [Name in keyof Cs]: (
    input: ContractInput<Cs[Name]>,
    credentials: CallContext,
    options?: CallOptions,
  ) => Promise<ContractResponse<Cs[Name]>>;
};

/** Creates a client with a function for each contract, all over one transport. */
export function createClient<Cs extends Contracts>(contracts: Cs, transport: Transport): ClientOf<Cs> {
  const calls = Object.entries(contracts).map(([name, contract]) => [
    name,
    (input: CallInput, credentials: CallContext, options: CallOptions = {}) =>
      transport({ name, contract, input: withProfile(contract, input, credentials) }, credentials, options),
  ]);
  // Object.fromEntries loses the contract of each name; the mapped type restores it.
  return Object.fromEntries(calls) as ClientOf<Cs>;
}

/** Adds the session's profile to calls whose contract accepts it. An explicit profile takes precedence. */
function withProfile(contract: Contract, input: CallInput, { profileId }: CallContext): CallInput {
  if (!profileId || !contract.headers || !(profileHeaderName in contract.headers.shape)) return input;
  return { ...input, headers: { [profileHeaderName]: profileId, ...(input.headers as object | undefined) } };
}
