import type { Realm, Region } from "~/realms/realm";
import type { Contract, ContractAnswer, ContractParsed, Contracts } from "~/services/contracts/contract";
import type { ErrorDetail } from "~/services/contracts/service-error";
import type { IdentifiedPerson } from "./directory/identity";

/** The person or program behind a call, as the service itself established it from the token. */
export type Caller = {
  realm: Realm;
  region: Region;
  /** Public origin that the caller sees, e.g. `http://localhost:3000`: from the token's issuer, else from the request. */
  origin: string;
  requestId: string;
  /** Address of the browser, for rate limits and the audit log; null for calls of our own jobs. */
  ipAddress: string | null;
  user: CallerUser | null;
};

export type CallerUser = {
  uid: string;
  /** What the directory says of them now: read when the token was checked, for this request alone. */
  person: IdentifiedPerson;
  /** Authentication context class; `secure` after a second factor. */
  acr: string | null;
  /** Seconds since the epoch. */
  authTime: number;
  sessionId: string;
  /** uid of the person who acts as this user. */
  actor: string | null;
  /** Whether that person is a super user. */
  actorIsSuper: boolean;
};

/** An endpoint is a contract with its own authorisation and its work. Both get parsed input. */
export type Endpoint<C extends Contract = Contract> = {
  contract: C;
  /** Throws ServiceError when the caller may not; runs before handle, in process and over HTTP alike. */
  authorise(input: ContractParsed<C>, caller: Caller): void | Promise<void>;
  handle(input: ContractParsed<C>, caller: Caller): Promise<ContractAnswer<C>>;
  /**
   * What else is wrong with a body that its schema refuses: what the service alone knows, so that all is told at once. Gets what came,
   * the parameters parsed. Throws ServiceError when the caller may not. docs/decisions/0020.
   */
  alsoWrong?(input: Pick<ContractParsed<C>, "params"> & { body: unknown }, caller: Caller): Promise<ErrorDetail[]>;
};

/** What a client cannot call by contract: the OAuth front channel, byte ranges. Path below the service's base, Hono syntax. */
export type RawEndpoint = {
  method: "GET" | "POST" | "HEAD" | "OPTIONS";
  path: string;
  handle(request: Request, context: RawContext): Promise<Response>;
};
export type RawContext = {
  realm: Realm;
  region: Region;
  origin: string;
  requestId: string;
  ipAddress: string | null;
};

/** One endpoint for each contract of a service; the compiler finds a missing one. */
export type Endpoints<Cs extends Contracts> = { [Name in keyof Cs]: Endpoint<Cs[Name]> };

export type Service<Cs extends Contracts = Contracts> = {
  name: ServiceName;
  endpoints: Endpoints<Cs>;
  raw?: RawEndpoint[];
};

/** A service whatever its contracts: what mounting and dispatching see. */
export type AnyEndpoint = {
  contract: Contract;
  authorise(input: never, caller: Caller): void | Promise<void>;
  handle(
    input: never,
    caller: Caller,
  ): Promise<{ status: number; body: unknown; headers?: Record<string, string> | undefined }>;
  alsoWrong?(input: never, caller: Caller): Promise<ErrorDetail[]>;
};
export type AnyService = { name: ServiceName; endpoints: Record<string, AnyEndpoint>; raw?: RawEndpoint[] };

export const serviceNames = [
  "auth",
  "account",
  "payment",
  "control-panel",
  "customer-management",
  "sync",
  "library",
  "submissions",
  "activity",
] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Whoever the contract lets in at all may call; for endpoints whose rule is only the contract's own `auth`. */
export function anyCaller(): void {}
