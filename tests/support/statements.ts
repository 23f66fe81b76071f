import path from "node:path";
import { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import ts from "typescript";
import { Choices } from "./code-choices";
import { CodeInterpreter } from "./code-interpreter";
import { CodeTypes, nameOf } from "./code-types";
import { isQuery, NotReached, placeOf, UnknownPart } from "./code-values";

/**
 * Reads from the source code the text of every statement that it can send to PostgreSQL, without running it: the argument of each
 * `execute`, `prepared`, `queryPrepared` and `query`, and each query of the query builder.
 */

/**
 * Reads from the source code the text of every statement that it can send to PostgreSQL, without running it: the argument of each
 * `execute`, `queryPrepared` and `prepared`, and each query of the query builder. An interpreter evaluates the expression: a value known
 * only at run time becomes a parameter, a condition on one is taken both ways, and a fragment passed as an argument is looked up in the calls.
 */

/** Where a statement is in the code, and the texts that it can have. */
export type CodeStatement = {
  /** `path:line` */
  place: string;
  texts: Set<string>;
  /** Parts of the statement that are not known from the source code: `path:line: expression`. */
  unknown: Set<string>;
};

export type CodeStatements = {
  statements: CodeStatement[];
  /** The `sql` templates that are part of none of them, with their text between the values. */
  unused: Array<{ place: string; parts: string[] }>;
};

/** Variants of one statement: each option of each choice is taken at least once, so there are few; this stops an endless search. */
const maxVariants = 400;

/** A choice of `Choices` and the option taken. */
type Choice = readonly [key: string, option: number];

const dialect = new PgDialect();
const root = path.resolve(import.meta.dirname, "../..");

/** @param files the modules with statements, relative to the project; others are read only as far as those use them */
export function readStatements(files: readonly string[]): CodeStatements {
  const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const settings = { ...options, lib: ["lib.es2023.d.ts"], types: ["node"], incremental: false, noEmit: true };
  const host = ts.createCompilerHost(settings);
  const cache = ts.createModuleResolutionCache(root, (name) => name, settings);
  // The types of other packages say nothing about statements, and would take seconds to read.
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text }) =>
      /^(\.|~|#|drizzle-orm|pg|zod)/.test(text)
        ? ts.resolveModuleName(text, from, settings, host, cache)
        : { resolvedModule: undefined },
    );
  const program = ts.createProgram(
    files.map((file) => path.join(root, file)),
    settings,
    host,
  );
  return new StatementReader(program).read();
}

class StatementReader {
  private readonly types: CodeTypes;
  private readonly sources: ts.SourceFile[];
  private readonly calls = new Map<string, ts.CallExpression[]>();
  private readonly used = new Set<ts.Node>();
  /** The literals taken as part of a name, each once for all statements: of a collation for each country, say. */
  private readonly literals = new Set<string>();

  constructor(program: ts.Program) {
    this.types = new CodeTypes(program.getTypeChecker());
    this.sources = program
      .getSourceFiles()
      .filter(({ fileName, isDeclarationFile }) => !isDeclarationFile && !fileName.includes("/node_modules/"));
  }

  read(): CodeStatements {
    const sites: Array<{ site: ts.CallExpression; statement: ts.Expression }> = [];
    const templates: ts.TaggedTemplateExpression[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "sql") templates.push(node);
      if (ts.isCallExpression(node)) {
        const name = nameOf(node.expression)?.text ?? "";
        const known = this.calls.get(name);
        if (known) known.push(node);
        else this.calls.set(name, [node]);
        const statement = this.statementOf(node);
        if (statement) sites.push({ site: node, statement });
      }
      ts.forEachChild(node, visit);
    };
    for (const source of this.sources) visit(source);
    const statements = sites.map(({ site, statement }) => this.variantsOf(site, statement));
    return { statements, unused: templates.filter((each) => !this.used.has(each)).map(readTemplate) };
  }

  /** The expression that is the statement which a call sends, or null. */
  private statementOf(call: ts.CallExpression): ts.Expression | null {
    const name = nameOf(call.expression);
    if (
      !name ||
      !/^(execute|prepared|queryPrepared|select|selectDistinct|insert|update|delete|\$count|query)$/.test(name.text)
    )
      return null;
    // A query that is not awaited is not sent: these are the methods of maps and the like.
    if (/^(insert|update|delete)$/.test(name.text) && ts.isExpressionStatement(call.parent)) return null;
    const declared = this.types.declarationOf(name)?.getSourceFile().fileName ?? "";
    // The type of the database is not known: the statement is sent all the same.
    if (name.text === "execute" && declared === "") return call.arguments[0] ?? null;
    if (declared.endsWith("/app/db/.server/prepared.ts"))
      return call.arguments[name.text === "prepared" ? 1 : 2] ?? null;
    if (name.text === "query" ? !declared.includes("/@types/pg/") : !declared.includes("/drizzle-orm/pg-core/db.d"))
      return null;
    if (name.text === "execute" || name.text === "query") return call.arguments[0] ?? null;
    let query: ts.Expression = call;
    while (ts.isPropertyAccessExpression(query.parent) && ts.isCallExpression(query.parent.parent))
      query = query.parent.parent;
    return query;
  }

  private variantsOf(site: ts.CallExpression, statement: ts.Expression): CodeStatement {
    const found: CodeStatement = { place: placeOf(site), texts: new Set(), unknown: new Set() };
    // `goal` is the choice that a variant is for; one that does not reach the statement is tried again with other choices changed.
    const waiting: Array<{ required: Choice[]; goal: string | null }> = [{ required: [], goal: null }];
    const tried = new Set<string>();
    const covered = new Set<string>();
    let count = 0;
    while (waiting.length > 0 && count < maxVariants) {
      const { required, goal } = waiting.shift() as (typeof waiting)[number];
      if (tried.has(required.join()) || (goal && (covered.has(goal) || this.literals.has(goal)))) continue;
      tried.add(required.join());
      count++;
      const choices = new Choices(new Map(required));
      const interpreter = new CodeInterpreter(this.types, this.calls, choices);
      const isReached = this.readVariant(interpreter, site, statement, found);
      for (const each of interpreter.used) this.used.add(each);
      const taken = [...choices.options.keys()].map((key): Choice => [key, choices.chosen.get(key) ?? 0]);
      if (isReached)
        for (const choice of taken) (choice[0].startsWith("literal ") ? this.literals : covered).add(choice.join());
      for (const [key] of isReached ? taken : taken.toReversed()) {
        if (!isReached && goal?.startsWith(`${key},`)) continue;
        for (let option = 0; option < (choices.options.get(key) ?? 0); option++) {
          const name = `${key},${option}`;
          if (isReached && (covered.has(name) || this.literals.has(name))) continue;
          if (choices.chosen.get(key) === option) continue;
          const next = taken.map((choice): Choice => (choice[0] === key ? [key, option] : choice));
          waiting.push({ required: next, goal: isReached ? name : goal });
        }
      }
    }
    if (count === maxVariants) found.unknown.add(`${found.place}: more than ${maxVariants} variants`);
    return found;
  }

  /** @returns false if the choices do not lead to the statement */
  private readVariant(
    interpreter: CodeInterpreter,
    site: ts.CallExpression,
    statement: ts.Expression,
    found: CodeStatement,
  ): boolean {
    try {
      found.texts.add(textOf(interpreter.evaluate(statement, interpreter.enter(site)), statement));
      return true;
    } catch (error) {
      if (error instanceof NotReached) return false;
      if (!(error instanceof UnknownPart)) throw new Error(`${found.place}: ${error}`, { cause: error });
      found.unknown.add(error.message);
      return true;
    }
  }
}

function textOf(value: unknown, node: ts.Node): string {
  if (typeof value === "string") return value;
  if (value instanceof SQL) return dialect.sqlToQuery(value).sql;
  if (isQuery(value)) return value.toSQL().sql;
  throw new UnknownPart(node);
}

function readTemplate({ template }: ts.TaggedTemplateExpression) {
  const parts = ts.isTemplateExpression(template)
    ? [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
    : [template.text];
  return { place: placeOf(template), parts };
}
