import { invalidRequest } from "./api-error";

type Json = Record<string, unknown>;

/** Resolves references, and adds fields that are only included on request. */
export type Expander = {
  find(id: string): object | undefined;
  /** The value of a field that is omitted unless expanded; undefined if the object has no such field. */
  includable(object: Json, field: string): unknown;
};

const deepest = 4;

/**
 * Replaces ids by objects, along paths such as `latest_invoice.confirmation_secret` or `data.customer`.
 * @throws ApiError 400 for a path that cannot be expanded
 */
export function expand(root: object, paths: string[], expander: Expander): object {
  const result = structuredClone(root) as Json;
  for (const path of paths) {
    const parts = path.split(".");
    const depth = parts[0] === "data" ? parts.length - 1 : parts.length;
    if (depth > deepest) {
      throw invalidRequest(`You cannot expand more than ${deepest} levels of a property. Property: ${path}`, "expand");
    }
    expandPath(result, parts, path, expander);
  }
  return result;
}

function expandPath(object: Json, parts: string[], path: string, expander: Expander): void {
  const [field = "", ...rest] = parts;
  let value = object[field];
  if (value === undefined) {
    value = expander.includable(object, field);
    if (value === undefined) throw invalidRequest(`This property cannot be expanded (${path}).`, "expand");
    // A field without a value is omitted even if requested.
    if (value === null) return;
    value = structuredClone(value);
  } else if (typeof value === "string") {
    const expanded = expander.find(value);
    if (!expanded) throw invalidRequest(`This property cannot be expanded (${path}).`, "expand");
    value = structuredClone(expanded);
  } else if (Array.isArray(value)) {
    value = value.map((each: unknown) =>
      typeof each === "string" ? structuredClone(expander.find(each) ?? each) : each,
    );
  }
  object[field] = value;
  if (rest.length === 0 || value === null) return;
  for (const each of Array.isArray(value) ? value : [value]) {
    if (typeof each === "object" && each !== null) expandPath(each as Json, rest, path, expander);
  }
}
