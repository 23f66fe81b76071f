import { z } from "zod";
import { fillMessage, formMessages } from "./form-messages";

/**
 * A contract is one row of a call table in docs/product/: method, path, request and response schemas. Clients are created from it, services
 * implement it, and the OpenAPI page is generated from it. Safe in the browser.
 */

/** The maximum of a PostgreSQL integer, the type of version columns. */
const highestVersion = 2 ** 31 - 1;
const versionBounds = fillMessage("between", { min: 0, max: highestVersion });

/** The row version that a client read and sends back for optimistic locking. */
export const versionField = z
  .number({ error: formMessages.number })
  .int(formMessages.number)
  .min(0, versionBounds)
  .max(highestVersion, versionBounds);

/** The same object schema, but unknown members are validation errors: ignoring them would look like a successful write. */
export function knownMembers<Schema extends z.ZodObject>(schema: Schema): Schema {
  const unknown = z.unknown().refine((value) => value === undefined, formMessages.incorrectFormat);
  // The type is unchanged: the parsed value never has unknown members.
  return schema.catchall(unknown) as unknown as Schema;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call. `bearer`: an access token. `country`: no token, the realm is in the `x-country` header. `optional`: a token, or only the
 * realm. `none`: anybody.
 */
export type Auth = "bearer" | "country" | "optional" | "none";

export type Contract = {
  method: Method;
  /** Relative to the service's base, with `:name` for parameters. */
  path: string;
  auth: Auth;
  /**
   * Whether a pupil who signed in by picture code may make the call, because it belongs to their own reading or says who they are. Other
   * calls with a token are closed to them. docs/decisions/0054-picture-codes.md.
   */
  opensToPictureCode?: true;
  /**
   * Whether a device joined to a child may make the call, because it belongs to that child's reading or says who it is. Other calls with a
   * token are closed to it, and these need the child's own profile. docs/security.md, line 35; docs/decisions/0090-joined-devices.md.
   */
  opensToJoinedDevice?: true;
  /** A page read: what one of our own pages shows. In the matrices of rights, but not in OpenAPI. docs/product/choices.md#wire. */
  isInternal?: true;
  /** Where the call is specified in docs/product/. */
  source: string;
  params?: z.ZodType;
  query?: z.ZodType;
  /** Request headers that the call uses, e.g. `if-match`; names in lower case. */
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** Encoding of the request body; default JSON. A file is a stream, so it cannot be retried. */
  bodyType?: "json" | "form" | "text" | "file";
  /** Success status codes with their body schemas; `z.undefined()` for no body. */
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

/** A client's arguments: params, query, headers and body before parsing. */
export type ContractInput<C extends Contract> = InputPart<C, "params"> &
  InputPart<C, "query"> &
  InputPart<C, "headers"> &
  InputPart<C, "body">;

/** A handler's arguments: the same after parsing; headers only if the contract declares some. */
export type ContractParsed<C extends Contract> = {
  [Key in Exclude<Part, "headers">]: ParsedPart<C, Key>;
} & (C extends {
  headers: z.ZodType;
}
  ? { headers: ParsedPart<C, "headers"> }
  : unknown);

/** One of the contract's success responses. Header names are in lower case. */
export type ContractResponse<C extends Contract> = {
  [Status in keyof C["responses"] & number]: {
    status: Status;
    body: z.output<C["responses"][Status]>;
    headers?: Record<string, string>;
  };
}[keyof C["responses"] & number];

/** Returns the contract unchanged; preserves its literal types for typed clients and handlers. */
export function defineContract<const C extends Contract>(contract: C): C {
  return contract;
}
