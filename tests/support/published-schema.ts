import { readFileSync } from "node:fs";
import { z } from "zod";

/**
 * Checks values against the payment provider's published OpenAPI schema, as far as `stripe-openapi.json` contains it:
 * an extract, unchanged except for its descriptions, of the newest file that a registry had.
 * docs/decisions/0046-stripe-stand-in.md names its source.
 */

type Json = { [name: string]: unknown };
type Extract = { info: { version: string }; components: { schemas: Record<string, Json> } };

export type PublishedSchema = {
  /** Release of the provider's API that the extract describes. */
  release: string;
  /** Differences of a value, sent as `object: kind`, from the schema: one line each, by the object that contains it. */
  differences(value: unknown): string[];
  /** The same for a body without `object`, such as `error`. */
  differencesOf(kind: string, value: unknown): string[];
};

export function readPublishedSchema(): PublishedSchema {
  const text = readFileSync(new URL("stripe-openapi.json", import.meta.url), "utf8");
  const { info, components } = JSON.parse(text) as Extract;
  const definitions = closed(components.schemas) as Record<string, Json>;
  const schemas = new Map<string, z.ZodType>();
  return { release: info.version, differences, differencesOf };

  function differences(value: unknown): string[] {
    const kind = (value as { object?: unknown } | null)?.object;
    if (kind !== "list") return differencesOf(String(kind), value);
    const { data, has_more: hasMore, url } = value as Json;
    const isPage = Array.isArray(data) && typeof hasMore === "boolean" && typeof url === "string";
    return isPage ? data.flatMap(differences) : ["list: no data, has_more or url"];
  }

  function differencesOf(kind: string, value: unknown): string[] {
    const schema = schemaOf(kind);
    if (!schema) return [`${kind} is not in the extract`];
    const { error } = schema.safeParse(value);
    return (error?.issues ?? []).flatMap((issue) => linesOf(issue, [])).map((found) => lineOf(kind, value, found));
  }

  function schemaOf(kind: string): z.ZodType | undefined {
    if (!definitions[kind]) return undefined;
    const made =
      schemas.get(kind) ??
      z.fromJSONSchema({ $ref: `#/definitions/${kind}`, definitions } as Parameters<typeof z.fromJSONSchema>[0], {
        defaultTarget: "openapi-3.0",
      });
    schemas.set(kind, made);
    return made;
  }

  /**
   * The schemas with references in the validator's format. Parts that the extract omits, because no response of ours
   * contains them, are rejected, and so are unpublished members.
   */
  function closed(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map(closed);
    if (schema === null || typeof schema !== "object") return schema;
    const { $ref, ...rest } = schema as Json;
    if (typeof $ref === "string") {
      const name = $ref.slice("#/components/schemas/".length);
      return components.schemas[name] ? { $ref: `#/definitions/${name}` } : { not: {} };
    }
    const inner = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, closed(value)]));
    const isOpen = rest.type !== "object" || rest.properties === undefined || "additionalProperties" in rest;
    return isOpen ? inner : { ...inner, additionalProperties: false };
  }
}

type Found = { path: PropertyKey[]; text: string };

/** For a union, the differences from the closest variant. */
function linesOf(issue: z.core.$ZodIssue, before: PropertyKey[]): Found[] {
  const path = [...before, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: [...path, key], text: "is not published" }));
  }
  if (issue.code !== "invalid_union") return [{ path, text: issue.message }];
  const isOther = (branch: z.core.$ZodIssue[]) =>
    branch.some((each) => each.path.length === 0 && each.code !== "unrecognized_keys");
  const branches = issue.errors.filter((branch) => !isOther(branch));
  const [nearest] = branches.toSorted((one, other) => one.length - other.length);
  return nearest ? nearest.flatMap((each) => linesOf(each, path)) : [{ path, text: "is of no published kind" }];
}

/** `invoice.lines.data[].tax is missing`, with a path from the innermost object that has a kind. */
function lineOf(kind: string, value: unknown, { path, text }: Found): string {
  let at = value;
  let name = kind;
  let rest: PropertyKey[] = [];
  for (const [index, part] of path.entries()) {
    at = (at as Record<PropertyKey, unknown> | undefined)?.[part];
    rest.push(part);
    const own = (at as { object?: unknown } | null | undefined)?.object;
    if (typeof own === "string" && own !== "list" && index < path.length - 1) [name, rest] = [own, []];
  }
  const location = rest.map((part) => (typeof part === "number" ? "[]" : `.${String(part)}`)).join("");
  if (text === "is not published") return `${name}${location} ${text}`;
  return at === undefined ? `${name}${location} is missing` : `${name}${location} is ${JSON.stringify(at)}: ${text}`;
}
