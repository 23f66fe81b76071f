import type { z } from "zod";

/**
 * A contract is one row of a spec's call table: method, path, what goes in, what comes out. Clients are made from it, services
 * implement it, and the OpenAPI page is printed from it. Safe in the browser.
 */

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may knock. `bearer`: an access token. `country`: no token, the realm comes in the `x-country` header. `none`: anybody.
 */
export type Auth = "bearer" | "country" | "none";

export type Contract<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answers extends Record<number, z.ZodType> = Record<number, z.ZodType>,
> = {
  method: Method;
  /** Below the service's base, with `:name` for parameters. */
  path: string;
  auth: Auth;
  /** Where in the spec the row stands. */
  source: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** How a body travels over HTTP; JSON unless the spec says otherwise. */
  bodyType?: "json" | "form" | "text";
  /** Status codes of success and the body of each; `z.undefined()` for none. */
  answers: Answers;
};

export type Contracts = Record<string, Contract>;

type InputOf<T> = T extends z.ZodType ? z.input<T> : undefined;
type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined;
type PartIn<Key extends string, T> = T extends z.ZodType
  ? Record<string, never> extends z.input<T>
    ? { [K in Key]?: InputOf<T> }
    : { [K in Key]: InputOf<T> }
  : { [K in Key]?: undefined };

/** What a caller passes: parameters, query and body before parsing. */
export type ContractInput<C extends Contract> = PartIn<"params", C["params"]> &
  PartIn<"query", C["query"]> &
  PartIn<"body", C["body"]>;

/** What a handler receives: the same after parsing. */
export type ContractParsed<C extends Contract> = {
  params: OutputOf<C["params"]>;
  query: OutputOf<C["query"]>;
  body: OutputOf<C["body"]>;
};

/** One of the contract's answers. `headers` are lower-case. */
export type ContractAnswer<C extends Contract> = {
  [Status in keyof C["answers"] & number]: {
    status: Status;
    body: OutputOf<C["answers"][Status]>;
    headers?: Record<string, string>;
  };
}[keyof C["answers"] & number];

/** Keeps the literal types of a contract, so that clients and handlers are exact. */
export function defineContract<
  const Params extends z.ZodType,
  const Query extends z.ZodType,
  const Body extends z.ZodType,
  const Answers extends Record<number, z.ZodType>,
>(contract: Contract<Params, Query, Body, Answers>): Contract<Params, Query, Body, Answers> {
  return contract;
}
