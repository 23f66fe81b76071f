import { invalidRequest } from "./api-error";

/** Decoded parameters of a request: text, lists and nested parameters. */
export type Params = { [name: string]: ParamValue };
export type ParamValue = string | ParamValue[] | Params;

/**
 * Parses `items[0][price]=a&expand[]=b` to `{ items: [{ price: "a" }], expand: ["b"] }`.
 * @throws ApiError 400 for a name that is both a value and a group
 */
export function parseForm(text: string): Params {
  const root: Params = {};
  for (const [name, value] of new URLSearchParams(text)) setPath(root, pathOf(name), value, name);
  return listsOf(root) as Params;
}

function pathOf(name: string): string[] {
  const parts = name.split("[");
  return parts.map((part, index) => (index === 0 ? part : part.replace(/\]$/, "")));
}

function setPath(root: Params, path: string[], value: string, name: string): void {
  let at: Params = root;
  path.forEach((part, index) => {
    // `expand[]` gets the next index.
    const key = part === "" ? String(Object.keys(at).length) : part;
    if (["__proto__", "constructor", "prototype"].includes(key))
      throw invalidRequest(`Invalid parameter: ${name}`, name);
    if (index === path.length - 1) {
      at[key] = value;
      return;
    }
    const next = at[key] ?? {};
    if (typeof next === "string") throw invalidRequest(`Invalid ${path[0]}: it is a value and a group`, path[0]);
    at[key] = next;
    at = next as Params;
  });
}

/** Converts groups with the names 0, 1, 2, … to lists. */
function listsOf(value: ParamValue): ParamValue {
  if (typeof value === "string" || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, listsOf(each)] as const);
  const isList = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key));
  return isList ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}
