import { z } from "zod";
import type { Contract } from "~/services/contracts/contract";

/** Malformed requests for a call, made from its contract: ids of a wrong shape, and values of a wrong type in query and body. */

export type MalformedRequest = {
  /** Path below the service's base, with encoded parameters and query. */
  path: string;
  method: string;
  body?: string;
  contentType?: string;
};

/** Ids that no item can have, percent-encoded as sent: other shapes, too long, NUL, bytes that are no UTF-8, other alphabets. */
export const malformedIds = [
  "1",
  "0",
  "-1",
  "99999999999999999999",
  "x".repeat(100),
  "x".repeat(3000),
  "%00",
  "a%00b",
  "%ED%A0%80",
  "%FF",
  "%F0%9F%A6%8A",
  "%20",
  "..%2F..%2Fetc",
  "%27%20or%20%271",
  "null",
  "undefined",
  "NaN",
  "1e3",
  "true",
  "[object%20Object]",
  "__proto__",
  "constructor",
  "00000000-0000-0000-0000-00000000000",
  "00000000-0000-0000-0000-0000000000000",
  "00000000-0000-0000-0000-000000000000",
  "%7B00000000-0000-4000-8000-000000000001%7D",
  "2026-02-31",
];

/** Values in place of a member of a body. Text with lone surrogates survives JSON as an escape. */
const malformedValues: unknown[] = [
  null,
  "",
  " ",
  "1",
  "a\u0000b",
  "\uD800",
  "\uFFFF",
  "x".repeat(5000),
  -1,
  0.5,
  2 ** 31,
  2 ** 63,
  1e308,
  true,
  [],
  [null],
  [[]],
  {},
  { id: 1 },
  { value: "a\u0000b" },
  ["a\u0000b"],
  "2026-02-31",
  "0000-00-00",
  "275760-09-14",
  "99999-01-01",
  "-4713-01-01",
  "00000000-0000-0000-0000-000000000000",
  ["00000000-0000-0000-0000-000000000000"],
  "__proto__",
  "%00",
  "\u202E",
  "9".repeat(40),
];

/** Query values, percent-encoded as sent. */
const malformedQueryValues = [
  ...malformedIds.filter((id) => id.length <= 300),
  "",
  "2147483648",
  "9223372036854775808",
  "%7B",
  "%5B%5D",
  "%7B%22a%22%3A%7B%7D%7D",
  "%25",
  "%5C",
  "0000-00-00",
  "99999-01-01",
  "asc",
];

/** Bodies that are no objects of the call's schema. */
const malformedBodies = [
  "",
  "{",
  "[]",
  "null",
  "1",
  '"text"',
  '{"__proto__":{}}',
  "[".repeat(10_000),
  '{"a":"\\u0000"}',
];

type JsonSchema = {
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  additionalProperties?: JsonSchema | boolean;
};

const exampleUid = "00000000-0000-4000-8000-000000000001";

/**
 * The malformed requests of a call.
 * @param ids existing ids for the path of requests whose query or body is malformed; one is taken for each request in turn
 * @param most requests for each of path, query and body; which ones is decided by `random`
 */
export function malformedRequests(
  contract: Contract,
  ids: readonly string[],
  { most, random }: { most: number; random: () => number },
): MalformedRequest[] {
  const { method } = contract;
  const names = [...contract.path.matchAll(/:([A-Za-z]+)(?:\{[^}]*\})?/g)].map((match) => String(match[1]));
  let turn = 0;
  const pathWith = (values: Record<string, string>) =>
    contract.path.replace(/:([A-Za-z]+)(?:\{[^}]*\})?/g, (_, name: string) => values[name] ?? existing(contract, name));
  const existing = ({ params }: Contract, name: string): string => {
    const property = (params ? schemaOf(params) : {}).properties?.[name];
    const choice = property?.enum?.[0];
    return typeof choice === "string" ? choice : (ids[turn++ % ids.length] ?? exampleUid);
  };
  const valid = contract.body && contract.bodyType !== "file" ? exampleOf(schemaOf(contract.body)) : undefined;
  const send = (path: string, body: unknown = valid): MalformedRequest => ({
    path,
    method,
    ...encoded(contract, body),
  });

  const inPath = names.flatMap((name) => malformedIds.map((id) => send(pathWith({ [name]: id }))));
  const inQuery = Object.keys(contract.query ? (schemaOf(contract.query).properties ?? {}) : {}).flatMap((name) =>
    malformedQueryValues.flatMap((value) => [
      send(`${pathWith({})}?${name}=${value}`),
      send(`${pathWith({})}?${name}=${value}&${name}=${value}`),
    ]),
  );
  const inBody = leavesOf(valid).flatMap((leaf) =>
    malformedValues.map((value) => send(pathWith({}), replaced(valid, leaf, value))),
  );
  const wholeBodies = contract.body
    ? malformedBodies.map((body) => ({ path: pathWith({}), method, body, contentType: "application/json" }))
    : [];
  const choose = (requests: MalformedRequest[]) => sample(requests, most, random);
  return [...choose(inPath), ...choose(inQuery), ...choose(inBody), ...choose(wholeBodies)];
}

function schemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
}

/** A value with every member that the schema names. It need not be valid: checks beyond JSON Schema are unknown here. */
function exampleOf(schema: JsonSchema): unknown {
  const choice = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].find((each) => each.type !== "null");
  if (choice) return exampleOf(choice);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((each) => exampleOf(each)));
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.properties) {
    return Object.fromEntries(Object.entries(schema.properties).map(([name, each]) => [name, exampleOf(each)]));
  }
  if (schema.type === "object") {
    return typeof schema.additionalProperties === "object" ? { key: exampleOf(schema.additionalProperties) } : {};
  }
  if (schema.type === "array") return [exampleOf(schema.items ?? {})];
  if (schema.type === "boolean") return true;
  if (schema.type === "number" || schema.type === "integer") return Math.max(1, schema.minimum ?? 1);
  return schema.format === "uuid" ? exampleUid : "Some text";
}

/** Paths of all members of plain data, those of objects and lists included. */
function leavesOf(value: unknown, path: readonly string[] = []): string[][] {
  if (value === null || typeof value !== "object") return path.length > 0 ? [[...path]] : [];
  const below = Object.entries(value).flatMap(([key, member]) => leavesOf(member, [...path, key]));
  return path.length > 0 ? [[...path], ...below] : below;
}

function replaced(value: unknown, path: readonly string[], by: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === key ? replaced(item, rest, by) : item));
  const members = value as Record<string, unknown>;
  return { ...members, [key]: replaced(members[key], rest, by) };
}

function encoded(contract: Contract, body: unknown): Pick<MalformedRequest, "body" | "contentType"> {
  if (!contract.body) return {};
  if (contract.bodyType === "file")
    return { body: "PK\u0003\u0004 no archive", contentType: "application/octet-stream" };
  if (contract.bodyType === "text") return { body: String(body), contentType: "text/plain" };
  if (contract.bodyType === "form") {
    const entries = Object.entries((body ?? {}) as Record<string, unknown>).map(([name, value]) => [
      name,
      String(value),
    ]);
    return { body: new URLSearchParams(entries).toString(), contentType: "application/x-www-form-urlencoded" };
  }
  return { body: JSON.stringify(body), contentType: "application/json" };
}

function sample<Item>(items: Item[], most: number, random: () => number): Item[] {
  const rest = [...items];
  const chosen: Item[] = [];
  while (rest.length > 0 && chosen.length < most) chosen.push(...rest.splice(Math.floor(random() * rest.length), 1));
  return chosen;
}
