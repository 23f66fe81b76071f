import { invalidRequest, missingParameter } from "./api-error";
import type { Params, ParamValue } from "./form-body";

/** Parameter readers: return undefined for a missing parameter, and throw the provider's errors for an invalid one. */

export function text(params: Params, name: string): string | undefined {
  const value = params[name];
  if (value === undefined) return undefined;
  if (typeof value !== "string") throw invalidRequest(`Invalid string: ${JSON.stringify(value)}`, name);
  return value;
}

/** Text, or null if the parameter was sent empty, which clears the field at the provider. */
export function clearable(params: Params, name: string): string | null | undefined {
  const value = text(params, name);
  return value === "" ? null : value;
}

export function requiredText(params: Params, name: string): string {
  const value = text(params, name);
  if (!value) throw missingParameter(name);
  return value;
}

export function integer(params: Params, name: string): number | undefined {
  const value = text(params, name);
  if (value === undefined || value === "") return undefined;
  if (!/^-?\d{1,15}$/.test(value)) throw invalidRequest(`Invalid integer: ${value}`, name, "parameter_invalid_integer");
  return Number(value);
}

export function decimal(params: Params, name: string): number | undefined {
  const value = text(params, name);
  if (value === undefined || value === "") return undefined;
  if (!/^-?\d{1,12}(\.\d+)?$/.test(value)) throw invalidRequest(`Invalid decimal: ${value}`, name);
  return Number(value);
}

export function flag(params: Params, name: string): boolean | undefined {
  const value = text(params, name);
  if (value === undefined || value === "") return undefined;
  if (value !== "true" && value !== "false") throw invalidRequest(`Invalid boolean: ${value}`, name);
  return value === "true";
}

export function choice<const Name extends string>(
  params: Params,
  name: string,
  allowed: readonly Name[],
): Name | undefined {
  const value = text(params, name);
  if (value === undefined) return undefined;
  if (!allowed.includes(value as Name)) {
    throw invalidRequest(`Invalid ${name}: must be one of ${allowed.join(", ")}`, name);
  }
  return value as Name;
}

export function group(params: Params, name: string): Params | undefined {
  const value = params[name];
  if (value === undefined || value === "") return undefined;
  if (typeof value === "string" || Array.isArray(value)) throw invalidRequest("Invalid hash", name);
  return value;
}

/** A list; empty if the parameter was sent as an empty text. */
function list(params: Params, name: string): ParamValue[] | undefined {
  const value = params[name];
  if (value === undefined) return undefined;
  if (value === "") return [];
  if (!Array.isArray(value)) throw invalidRequest("Invalid array", name);
  return value;
}

export function groups(params: Params, name: string): Params[] | undefined {
  return list(params, name)?.map((value) => {
    if (typeof value === "string" || Array.isArray(value)) throw invalidRequest("Invalid hash", name);
    return value;
  });
}

export function texts(params: Params, name: string): string[] | undefined {
  return list(params, name)?.map((value) => {
    if (typeof value !== "string") throw invalidRequest("Invalid string", name);
    return value;
  });
}

type Metadata = Record<string, string>;

/** The metadata after a request: given keys are set, empty ones removed, and an empty `metadata` removes all. */
export function metadata(params: Params, before: Metadata = {}): Metadata {
  if (params.metadata === "") return {};
  const after = { ...before };
  for (const [key, value] of Object.entries(group(params, "metadata") ?? {})) {
    if (typeof value !== "string") throw invalidRequest("Metadata values must be strings", `metadata[${key}]`);
    if (value === "") delete after[key];
    else after[key] = value;
  }
  return after;
}

type Address = {
  city: string | null;
  country: string | null;
  line1: string | null;
  line2: string | null;
  postal_code: string | null;
  state: string | null;
};

export function address(params: Params | undefined): Address | null {
  if (!params) return null;
  const part = (name: string) => text(params, name) || null;
  return {
    city: part("city"),
    country: part("country"),
    line1: part("line1"),
    line2: part("line2"),
    postal_code: part("postal_code"),
    state: part("state"),
  };
}
