import path from "node:path";
import * as drizzleOrm from "drizzle-orm";
import { Placeholder } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import * as pgCore from "drizzle-orm/pg-core";
import type ts from "typescript";

/** The values that `code-interpreter.ts` works with: those of Drizzle and of the tables are real, others are known or `Unknown`. */

const root = path.resolve(import.meta.dirname, "../..");

/** `path:line` of a node, the path relative to the project. */
export function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${path.relative(root, file.fileName)}:${line + 1}`;
}

/** A value known only at run time; in a statement, a parameter. */
export class Unknown extends Placeholder {
  readonly #type: ts.Type;

  constructor(type: ts.Type) {
    super("value");
    this.#type = type;
  }

  get type(): ts.Type {
    return this.#type;
  }
}

export const builder = drizzle.mock();
export const libraries: Record<string, unknown> = { ...pgCore, ...drizzleOrm };
export const tables = Object.entries(import.meta.glob<Record<string, unknown>>("/app/**/tables.ts", { eager: true }));

/** A part of a statement is not known from the source code. */
export class UnknownPart extends Error {
  constructor(readonly node: ts.Node) {
    super(`${placeOf(node)}: ${node.getText().replace(/\s+/g, " ").slice(0, 80)}`);
  }
}

/** The conditions of a variant cannot lead to the statement. */
export class NotReached extends Error {}

/** A query of the query builder. */
export function isQuery(value: unknown): value is { toSQL(): { sql: string } } {
  return typeof (value as { toSQL?: unknown } | null | undefined)?.toSQL === "function";
}

/** A property that is evaluated when it is first read. */
export function define(object: object, key: string, read: () => unknown): void {
  const get = () => {
    const value = read();
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
    return value;
  };
  Object.defineProperty(object, key, { get, enumerable: true, configurable: true });
}

/**
 * Calls a search, such as `some` or `get`.
 * @returns the result; null if the condition is unknown for an element, and for no result
 */
export function search(receiver: unknown, called: unknown, values: unknown[]): unknown {
  let isUnknown = false;
  const watched = values.map((value) =>
    typeof value !== "function"
      ? value
      : (...each: unknown[]) => {
          const result = value(...each);
          isUnknown ||= result instanceof Unknown;
          return result;
        },
  );
  const result = Reflect.apply(called as () => unknown, receiver, watched as []);
  return isUnknown ? null : result;
}
