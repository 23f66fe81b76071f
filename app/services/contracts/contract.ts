import { z } from "zod";
import { fillMessage, formMessages } from "./form-messages";

/**
 * A contract is one row of a call table in docs/product/: method, path, what goes in, what comes out. Clients are made from it, services
 * implement it, and the OpenAPI page is printed from it. Safe in the browser.
 */

/** The largest number that a column of versions holds. */
const highestVersion = 2 ** 31 - 1;
const versionBounds = fillMessage("between", { min: 0, max: highestVersion });

/** The version of a thing that a writer read and sends back. */
export const versionField = z
  .number({ error: formMessages.number })
  .int(formMessages.number)
  .min(0, versionBounds)
  .max(highestVersion, versionBounds);

/** The same object, but a member that it does not name is a mistake: passed over, it would look as if it had been written. */
export function knownMembers<Schema extends z.ZodObject>(schema: Schema): Schema {
  const unknown = z.unknown().refine((value) => value === undefined, formMessages.incorrectFormat);
  // The type stays: nothing but the named members ever comes out.
  return schema.catchall(unknown) as unknown as Schema;
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call. `bearer`: an access token. `country`: no token, the realm comes in the `x-country` header. `optional`: a token, or the
 * realm alone. `none`: anybody.
 */
export type Auth = "bearer" | "country" | "optional" | "none";

export type Contract = {
  method: Method;
  /** Below the service's base, with `:name` for parameters. */
  path: string;
  auth: Auth;
  /** Where in docs/product/ the row stands. */
  source: string;
  params?: z.ZodType;
  query?: z.ZodType;
  /** Request headers that mean something to the call, e.g. `if-match`; names in lower case. */
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** How a body travels over HTTP; default JSON. A file is a stream of bytes, which no retry can repeat. */
  bodyType?: "json" | "form" | "text" | "file";
  /** Status codes of success and the body of each; `z.undefined()` for none. */
  responses: Record<number, z.ZodType>;
};

export type Contracts = Record<string, Contract>;

type Part = "params" | "query" | "headers" | "body";
type InputPart<C, Key extends Part> =
  C extends Record<Key, infer Schema extends z.ZodType>
    ? Record<string, never> extends z.input<Schema>
      ? { [K in Key]?: z.input<Schema> }
      : { [K in Key]: z.input<Schema> }
    : { [K in Key]?: undefined };
type ParsedPart<C, Key extends Part> =
  C extends Record<Key, infer Schema extends z.ZodType> ? z.output<Schema> : undefined;

/** What a caller passes: parameters, query, headers and body before parsing. */
export type ContractInput<C extends Contract> = InputPart<C, "params"> &
  InputPart<C, "query"> &
  InputPart<C, "headers"> &
  InputPart<C, "body">;

/** What a handler receives: the same after parsing; headers where the contract names some. */
export type ContractParsed<C extends Contract> = {
  [Key in Exclude<Part, "headers">]: ParsedPart<C, Key>;
} & (C extends {
  headers: z.ZodType;
}
  ? { headers: ParsedPart<C, "headers"> }
  : unknown);

/** One of the contract's responses. `headers` are lower-case. */
export type ContractResponse<C extends Contract> = {
  [Status in keyof C["responses"] & number]: {
    status: Status;
    body: z.output<C["responses"][Status]>;
    headers?: Record<string, string>;
  };
}[keyof C["responses"] & number];

/** Keeps the literal types of a contract, so that clients and handlers are exact. */
export function defineContract<const C extends Contract>(contract: C): C {
  return contract;
}
