import type { Realm, Region } from "~/realms/realm";
import { type Caller, type CallerUser, requireCaller } from "~/services/.server/directory/caller";
import type { Contract, ContractParsed, ContractResponse, Contracts } from "~/services/contracts/contract";
import type { ErrorDetail } from "~/services/contracts/service-error";

declare const declared: unique symbol;

/**
 * A contract with its authorisation and its work. `authorise` proves the caller's right and returns the work, bound to what was proved:
 * nothing can run that part without the proof. Made only by `publicEndpoint`, `ownEndpoint` and `endpoint` below.
 */
export type Endpoint<C extends Contract = Contract> = {
  readonly [declared]: true;
  readonly contract: C;
  readonly rights: "public" | "oneself" | "proof";
  /** @throws ServiceError when the caller may not; runs before a stored reply is looked up, in process and over HTTP alike */
  authorise(input: ContractParsed<C>, caller: Caller): Promise<Handler<C>>;
  /**
   * Further mistakes in a body that its schema rejects, known to the service only, so that all are reported at once. Gets the raw
   * body and the parsed parameters. Throws ServiceError when the caller may not. docs/decisions/0019-step-up-drafts.md.
   */
  alsoWrong?(input: UnparsedBody<C>, caller: Caller): Promise<ErrorDetail[]>;
};

/** The work of an endpoint for one authorised call. */
export type Handler<C extends Contract = Contract> = () => Promise<ContractResponse<C>>;

type UnparsedBody<C extends Contract> = Pick<ContractParsed<C>, "params"> & { body: unknown };

type Declaration<C extends Contract> = { contract: C; alsoWrong?: Endpoint<C>["alsoWrong"] };

/** An endpoint that anybody may call; its contract requires no token. */
export function publicEndpoint<C extends Contract & { auth: "none" | "country" }>({
  handle,
  ...declaration
}: Declaration<C> & {
  handle(input: ContractParsed<C>, caller: Caller): Promise<ContractResponse<C>>;
}): Endpoint<C> {
  return declare(declaration, "public", async (input, caller) => () => handle(input, caller));
}

/** An endpoint about the caller alone: what it reads and writes is found by the caller's own id. */
export function ownEndpoint<C extends Contract & { auth: "bearer" }>({
  handle,
  ...declaration
}: Declaration<C> & {
  handle(input: ContractParsed<C>, self: CallerUser, caller: Caller): Promise<ContractResponse<C>>;
}): Endpoint<C> {
  return declare(declaration, "oneself", async (input, caller) => {
    const self = requireCaller(caller);
    return () => handle(input, self, caller);
  });
}

/** An object, not a promise: otherwise an async `authorise` without a return statement would pass as a proof. */
type Proved = object & { then?: never };

/**
 * An endpoint whose right must be proved: `authorise` returns what it proved (person, organisation, permission, scope of a list), and
 * `handle` works on that alone.
 */
export function endpoint<C extends Contract, Proof extends Proved>({
  authorise,
  handle,
  ...declaration
}: Declaration<C> & {
  authorise(input: ContractParsed<C>, caller: Caller): Proof | Promise<Proof>;
  handle(input: ContractParsed<C>, proof: Proof, caller: Caller): Promise<ContractResponse<C>>;
}): Endpoint<C> {
  return declare(declaration, "proof", async (input, caller) => {
    const proof = await authorise(input, caller);
    return () => handle(input, proof, caller);
  });
}

function declare<C extends Contract>(
  declaration: Declaration<C>,
  rights: Endpoint["rights"],
  authorise: Endpoint<C>["authorise"],
): Endpoint<C> {
  return { ...declaration, rights, authorise } as Endpoint<C>;
}

/**
 * An address that no contract can describe, such as OAuth's front channel or byte ranges. It proves the caller's right in `handle`, and
 * tests/matrix/raw-endpoints.test.ts lists them all. Path below the service's base, Hono syntax.
 */
export type RawEndpoint = {
  method: "GET" | "POST" | "HEAD" | "OPTIONS";
  path: string;
  /** Why it has no contract, and what decides whether the caller may. */
  reason: string;
  /** The address itself says which realm or book it is about, so the realm and origin of the context are those of the host. */
  hasOwnRealm?: true;
  handle(request: Request, context: RawContext): Promise<Response>;
};
export type RawContext = {
  realm: Realm;
  region: Region;
  origin: string;
  requestId: string;
  ipAddress: string | null;
  /** When the head of the request had arrived; its body may come later, and other work before it. */
  arrivedAt?: Date;
  /** When the response before it had been sent on the client's connection; null for the first request, or where that is not known. */
  previousResponseAt?: Date | null;
};

/** One endpoint for each contract of a service; the compiler finds a missing one. */
export type Endpoints<Cs extends Contracts> = { [Name in keyof Cs]: Endpoint<Cs[Name]> };

export type Service<Cs extends Contracts = Contracts> = {
  name: ServiceName;
  endpoints: Endpoints<Cs>;
  raw?: RawEndpoint[];
};

/** A service whatever its contracts: what mounting and dispatching see. */
export type AnyEndpoint = Pick<Endpoint, "contract" | "rights"> & {
  authorise(input: never, caller: Caller): Promise<AnyHandler>;
  alsoWrong?(input: never, caller: Caller): Promise<ErrorDetail[]>;
};
type AnyHandler = () => Promise<{ status: number; body: unknown; headers?: Record<string, string> | undefined }>;
export type AnyService = { name: ServiceName; endpoints: Record<string, AnyEndpoint>; raw?: RawEndpoint[] };

const serviceNames = [
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
type ServiceName = (typeof serviceNames)[number];
