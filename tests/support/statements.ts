import path from "node:path";
import * as drizzleOrm from "drizzle-orm";
import { isSQLWrapper, Placeholder, SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import * as pgCore from "drizzle-orm/pg-core";
import ts from "typescript";

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

const dialect = new pgCore.PgDialect();
const builder = drizzle.mock();
const libraries: Record<string, unknown> = { ...pgCore, ...drizzleOrm };
const tables = Object.entries(import.meta.glob<Record<string, unknown>>("/app/**/tables.ts", { eager: true }));

/** A value known only at run time; in a statement, a parameter. */
class Unknown extends Placeholder {
  readonly #type: ts.Type;

  constructor(type: ts.Type) {
    super("value");
    this.#type = type;
  }

  get type(): ts.Type {
    return this.#type;
  }
}

/** A part of a statement is not known from the source code. */
class UnknownPart extends Error {
  constructor(readonly node: ts.Node) {
    super(`${placeOf(node)}: ${node.getText().replace(/\s+/g, " ").slice(0, 80)}`);
  }
}

/** The conditions of a variant cannot lead to the statement. */
class NotReached extends Error {}

/** The variables of one call of a function; those of the module for `code` = null. */
type Frame = { code: ts.Node | null; variables: Map<ts.Node, unknown>; parent: Frame | null; isCalled: boolean };

type End = { kind: "return" | "break"; value?: unknown };

const root = path.resolve(import.meta.dirname, "../..");

export function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${path.relative(root, file.fileName)}:${line + 1}`;
}

/** @param files the modules with statements, relative to the project; others are read only as far as those use them */
export function readStatements(files: readonly string[]): CodeStatements {
  const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const program = ts.createProgram(
    files.map((file) => path.join(root, file)),
    { ...options, types: ["node"], incremental: false, noEmit: true },
  );
  return new StatementReader(program).read();
}

class StatementReader {
  private readonly checker: ts.TypeChecker;
  private readonly sources: ts.SourceFile[];
  private readonly calls = new Map<string, ts.CallExpression[]>();
  /** The functions of the source code, as against those of libraries. */
  private readonly closures = new WeakSet<object>();
  private readonly types = new Map<ts.Node, ts.Type>();
  private readonly declarations = new Map<ts.Node, ts.Declaration | undefined>();
  private readonly holding = new Map<ts.Type, boolean>();
  /** The `sql` templates that are part of a statement. */
  private readonly used = new Set<ts.Node>();
  /** The literals taken as part of a name, each once for all statements: of a collation for each country, say. */
  private readonly literals = new Set<string>();
  private module: Frame = { code: null, variables: new Map(), parent: null, isCalled: true };
  private chosen = new Map<string, number>();
  private options = new Map<string, number>();
  private depth = 0;

  constructor(program: ts.Program) {
    this.checker = program.getTypeChecker();
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
        this.calls.set(name, [...(this.calls.get(name) ?? []), node]);
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
    const declared = this.declarationOf(name)?.getSourceFile().fileName ?? "";
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
    const waiting: Array<{ required: Map<string, number>; goal: string | null }> = [
      { required: new Map(), goal: null },
    ];
    const tried = new Set<string>();
    const covered = new Set<string>();
    let count = 0;
    while (waiting.length > 0 && count < maxVariants) {
      const { required, goal } = waiting.shift() as (typeof waiting)[number];
      if (goal && (covered.has(goal) || this.literals.has(goal))) continue;
      count++;
      this.chosen = new Map(required);
      this.options = new Map();
      this.module = { code: null, variables: new Map(), parent: null, isCalled: true };
      this.depth = 0;
      const isReached = this.readVariant(site, statement, found);
      const taken = [...this.options.keys()].map((key) => [key, this.chosen.get(key) ?? 0] as const);
      if (isReached)
        for (const choice of taken) (choice[0].startsWith("literal ") ? this.literals : covered).add(choice.join());
      for (const [key] of isReached ? taken : taken.toReversed()) {
        if (!isReached && goal?.startsWith(`${key},`)) continue;
        for (let option = 0; option < (this.options.get(key) ?? 0); option++) {
          const next = new Map([...taken, [key, option] as const]);
          const name = [...next].join();
          const isKnown = covered.has(`${key},${option}`) || this.literals.has(`${key},${option}`);
          if (tried.has(name) || (isReached && isKnown)) continue;
          tried.add(name);
          waiting.push({ required: next, goal: isReached ? `${key},${option}` : goal });
        }
      }
    }
    if (count === maxVariants) found.unknown.add(`${found.place}: more than ${maxVariants} variants`);
    return found;
  }

  /** @returns false if the choices do not lead to the statement */
  private readVariant(site: ts.CallExpression, statement: ts.Expression, found: CodeStatement): boolean {
    try {
      found.texts.add(this.render(this.evaluate(statement, this.enter(site)), statement));
      return true;
    } catch (error) {
      if (error instanceof NotReached) return false;
      if (!(error instanceof UnknownPart)) throw new Error(`${found.place}: ${error}`, { cause: error });
      found.unknown.add(error.message);
      return true;
    }
  }

  private render(value: unknown, node: ts.Node): string {
    if (typeof value === "string") return value;
    if (value instanceof SQL) return dialect.sqlToQuery(value).sql;
    if (isQuery(value)) return value.toSQL().sql;
    throw new UnknownPart(node);
  }

  /** Takes one of several possibilities: the first, unless this variant requires another. */
  private choose(key: string, options: number): number {
    if (!this.options.has(key)) this.options.set(key, options);
    const option = Math.min(this.chosen.get(key) ?? 0, options - 1);
    this.chosen.set(key, option);
    return option;
  }

  /** Runs the functions around a node up to it, as far as they have to do with statements. */
  private enter(node: ts.Node): Frame {
    const way: ts.Node[] = [];
    for (let each: ts.Node = node; !ts.isSourceFile(each); each = each.parent) way.unshift(each);
    let frame = this.module;
    way.forEach((each, index) => {
      const next = way[index + 1];
      if (!next) return;
      if (ts.isFunctionLike(each)) frame = { code: each, variables: new Map(), parent: frame, isCalled: false };
      if (ts.isBlock(each) || ts.isCaseOrDefaultClause(each)) {
        for (const statement of each.statements) {
          if (statement === next) break;
          if (!this.run(statement, frame)) continue;
          if (ts.isFunctionDeclaration(next)) break;
          throw new NotReached();
        }
      }
      if (ts.isIfStatement(each) && next !== each.expression)
        this.assume(each.expression, next === each.thenStatement, frame);
      if (ts.isConditionalExpression(each) && next !== each.condition)
        this.assume(each.condition, next === each.whenTrue, frame);
      if (ts.isBinaryExpression(each) && next === each.right) {
        const operator = each.operatorToken.kind;
        if (operator === ts.SyntaxKind.AmpersandAmpersandToken) this.assume(each.left, true, frame);
        if (operator === ts.SyntaxKind.BarBarToken) this.assume(each.left, false, frame);
      }
      if (ts.isForOfStatement(each) && next === each.statement) {
        const list = this.elements(this.evaluate(each.expression, frame), each.expression);
        if (list.length === 0) throw new NotReached();
        this.bindLoop(each, list[this.choose(keyOf(each), list.length)], frame);
      }
    });
    return frame;
  }

  private assume(condition: ts.Expression, isTrue: boolean, frame: Frame): void {
    if (this.isTrue(condition, frame) !== isTrue) throw new NotReached();
  }

  private bindLoop(loop: ts.ForOfStatement, value: unknown, frame: Frame): void {
    if (ts.isVariableDeclarationList(loop.initializer)) {
      for (const each of loop.initializer.declarations) frame.variables.set(each, value);
    }
  }

  private elements(list: unknown, node: ts.Node): unknown[] {
    if (list instanceof Unknown)
      return [new Unknown(this.elementType(list.type) ?? this.checker.getTypeAtLocation(node))];
    return Array.isArray(list) ? list : list instanceof Set || list instanceof Map ? [...list] : [];
  }

  private elementType(type: ts.Type): ts.Type | undefined {
    const arrays = (type.isUnion() ? type.types : [type]).map((each) =>
      this.checker.getIndexTypeOfType(each, ts.IndexKind.Number),
    );
    return arrays.find((each) => each !== undefined);
  }

  /** Runs one statement of the source code: only what changes variables or ends the function. */
  private run(statement: ts.Statement, frame: Frame): End | null {
    if (ts.isBlock(statement)) return this.runAll(statement.statements, frame);
    if (ts.isTryStatement(statement)) return this.run(statement.tryBlock, frame);
    if (ts.isReturnStatement(statement)) {
      return { kind: "return", value: statement.expression && this.evaluate(statement.expression, frame) };
    }
    if (ts.isThrowStatement(statement)) throw new NotReached();
    if (ts.isBreakOrContinueStatement(statement)) return { kind: "break" };
    if (ts.isIfStatement(statement)) {
      // What is rejected reaches no statement.
      const isRejection = ts.isThrowStatement(lastOf(statement.thenStatement));
      const branch =
        !isRejection && this.isTrue(statement.expression, frame) ? statement.thenStatement : statement.elseStatement;
      return branch ? this.run(branch, frame) : null;
    }
    if (ts.isForOfStatement(statement)) {
      for (const each of this.elements(this.evaluate(statement.expression, frame), statement.expression)) {
        this.bindLoop(statement, each, frame);
        const end = this.run(statement.statement, frame);
        if (end?.kind === "return") return end;
      }
    }
    if (ts.isSwitchStatement(statement)) return this.runSwitch(statement, frame);
    if (ts.isExpressionStatement(statement)) this.change(statement.expression, frame);
    return null;
  }

  private runAll(statements: readonly ts.Statement[], frame: Frame): End | null {
    for (const each of statements) {
      const end = this.run(each, frame);
      if (end) return end;
    }
    return null;
  }

  private runSwitch({ expression, caseBlock: { clauses } }: ts.SwitchStatement, frame: Frame): End | null {
    const value = this.evaluate(expression, frame);
    const matching = clauses.findIndex(
      (each) =>
        ts.isDefaultClause(each) || (!(value instanceof Unknown) && this.evaluate(each.expression, frame) === value),
    );
    const first = value instanceof Unknown ? this.choose(keyOf(expression), clauses.length) : matching;
    const end =
      first < 0
        ? null
        : this.runAll(
            clauses.slice(first).flatMap((each) => [...each.statements]),
            frame,
          );
    return end?.kind === "return" ? end : null;
  }

  private change(expression: ts.Expression, frame: Frame): void {
    if (ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const declaration = this.declarationOf(expression.left);
      const owner = declaration && this.ownerOf(declaration, frame);
      if (declaration && owner) owner.variables.set(declaration, this.evaluate(expression.right, frame));
    }
    const isPush =
      ts.isCallExpression(expression) &&
      ts.isPropertyAccessExpression(expression.expression) &&
      /^(push|unshift)$/.test(expression.expression.name.text);
    if (isPush) this.evaluate(expression, frame);
  }

  private isTrue(node: ts.Expression, frame: Frame): boolean {
    if (ts.isParenthesizedExpression(node)) return this.isTrue(node.expression, frame);
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      return !this.isTrue(node.operand, frame);
    if (ts.isBinaryExpression(node)) {
      const operator = node.operatorToken.kind;
      if (operator === ts.SyntaxKind.AmpersandAmpersandToken)
        return this.isTrue(node.left, frame) && this.isTrue(node.right, frame);
      if (operator === ts.SyntaxKind.BarBarToken)
        return this.isTrue(node.left, frame) || this.isTrue(node.right, frame);
    }
    const value = this.evaluate(node, frame);
    return value instanceof Unknown ? this.choose(keyOf(node), 2) === 0 : Boolean(value);
  }

  private evaluate(node: ts.Expression, frame: Frame): unknown {
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
      return this.evaluate(node.expression, frame);
    if (ts.isNonNullExpression(node)) return this.evaluate(node.expression, frame);
    if (ts.isAwaitExpression(node)) {
      const value = this.mayHoldSql(this.typeOf(node)) ? this.evaluate(node.expression, frame) : undefined;
      return value === undefined || isQuery(value) ? new Unknown(this.typeOf(node)) : value;
    }
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isNumericLiteral(node)) return Number(node.text.replaceAll("_", ""));
    if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
    if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
    if (node.kind === ts.SyntaxKind.NullKeyword) return null;
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "sql") return this.template(node, frame);
    if (ts.isTemplateExpression(node)) return this.text(node, frame);
    if (ts.isIdentifier(node)) return this.identifier(node, frame);
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return this.closure(node, frame);
    if (ts.isArrayLiteralExpression(node)) {
      return node.elements.flatMap((each) =>
        ts.isSpreadElement(each)
          ? this.elements(this.evaluate(each.expression, frame), each.expression)
          : [this.evaluate(each, frame)],
      );
    }
    if (ts.isObjectLiteralExpression(node)) return this.object(node, frame);
    if (ts.isConditionalExpression(node))
      return this.evaluate(this.isTrue(node.condition, frame) ? node.whenTrue : node.whenFalse, frame);
    if (ts.isBinaryExpression(node)) return this.binary(node, frame);
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
      const value = this.evaluate(node.operand, frame);
      return value instanceof Unknown ? new Unknown(this.typeOf(node)) : !value;
    }
    if (ts.isTypeOfExpression(node)) {
      const value = this.evaluate(node.expression, frame);
      return value instanceof Unknown ? new Unknown(this.typeOf(node)) : typeof value;
    }
    if (ts.isPropertyAccessExpression(node))
      return this.property(this.evaluate(node.expression, frame), node.name.text, node);
    if (ts.isElementAccessExpression(node)) {
      const object = this.evaluate(node.expression, frame);
      let key = this.evaluate(node.argumentExpression, frame);
      if (object instanceof Unknown || object === undefined || object === null) return new Unknown(this.typeOf(node));
      if (key instanceof Unknown) {
        const keys = Object.keys(object);
        if (keys.length === 0) return undefined;
        key = keys[this.choose(`${keyOf(node)} of ${keys}`, keys.length)];
      }
      return (object as Record<string, unknown>)[String(key)];
    }
    if (ts.isCallExpression(node)) return this.call(node, frame);
    return new Unknown(this.typeOf(node));
  }

  private template(node: ts.TaggedTemplateExpression, frame: Frame): SQL {
    this.used.add(node);
    if (ts.isNoSubstitutionTemplateLiteral(node.template)) return sql.raw(node.template.text);
    const { head, templateSpans } = node.template;
    const values = templateSpans.map(({ expression }) => this.part(expression, frame));
    return sql(
      [head.text, ...templateSpans.map(({ literal }) => literal.text)] as unknown as TemplateStringsArray,
      ...values,
    );
  }

  /** A value within a statement. One that cannot hold SQL is a parameter, whatever its value. */
  private part(node: ts.Expression, frame: Frame): unknown {
    const type = this.typeOf(node);
    if (!this.mayHoldSql(type)) return this.elementType(type) ? [new Unknown(type)] : new Unknown(type);
    const value = this.evaluate(node, frame);
    if (value instanceof Unknown && this.mayHoldSql(value.type)) throw new UnknownPart(node);
    return value;
  }

  /** A text; unknown parts whose type has few values are taken as each of them. */
  private text(node: ts.TemplateExpression, frame: Frame): unknown {
    let text = node.head.text;
    for (const { expression, literal } of node.templateSpans) {
      const value = this.literal(this.evaluate(expression, frame), expression);
      if (value instanceof Unknown) return new Unknown(this.typeOf(node));
      text += `${value}${literal.text}`;
    }
    return text;
  }

  private literal(value: unknown, node: ts.Node): unknown {
    if (!(value instanceof Unknown)) return value;
    const values = (value.type.isUnion() ? value.type.types : [value.type]).flatMap((each) =>
      each.isLiteral() ? [each.value] : [],
    );
    return values.length > 0 ? values[this.choose(`literal ${keyOf(node)}`, values.length)] : value;
  }

  private object(node: ts.ObjectLiteralExpression, frame: Frame): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    for (const each of node.properties) {
      if (ts.isSpreadAssignment(each)) Object.assign(object, this.members(this.evaluate(each.expression, frame)));
      else if (ts.isShorthandPropertyAssignment(each))
        object[each.name.text] = this.identifier(
          each.name,
          frame,
          this.checker.getShorthandAssignmentValueSymbol(each),
        );
      else if (ts.isMethodDeclaration(each) || ts.isAccessor(each))
        object[each.name.getText()] = this.closure(each, frame);
      else {
        const { name } = each;
        const key = ts.isComputedPropertyName(name)
          ? this.literal(this.evaluate(name.expression, frame), name)
          : "text" in name
            ? name.text
            : name.getText();
        if (!(key instanceof Unknown)) define(object, String(key), () => this.evaluate(each.initializer, frame));
      }
    }
    return object;
  }

  /** An unknown object as an object of unknown values. */
  private members(value: unknown): object {
    if (!(value instanceof Unknown)) return (value ?? {}) as object;
    const types = value.type.isUnion() ? value.type.types : [value.type];
    const type = types[this.choose(`one of ${this.checker.typeToString(value.type)}`, types.length)] ?? value.type;
    return Object.fromEntries(
      type.getProperties().map((each) => [each.name, new Unknown(this.checker.getTypeOfSymbol(each))]),
    );
  }

  private binary(node: ts.BinaryExpression, frame: Frame): unknown {
    const operator = node.operatorToken.kind;
    const left = this.evaluate(node.left, frame);
    if (operator === ts.SyntaxKind.AmpersandAmpersandToken) {
      if (!(left instanceof Unknown)) return left && this.evaluate(node.right, frame);
      return this.isTrue(node.left, frame) ? this.evaluate(node.right, frame) : undefined;
    }
    if (operator === ts.SyntaxKind.BarBarToken) return left || this.evaluate(node.right, frame);
    if (operator === ts.SyntaxKind.QuestionQuestionToken) return left ?? this.evaluate(node.right, frame);
    const right = this.evaluate(node.right, frame);
    const byType = this.compareTypes(operator, left, right);
    if (byType !== undefined) return byType;
    if (left instanceof Unknown || right instanceof Unknown) return new Unknown(this.typeOf(node));
    const compute = operators[operator] as ((a: never, b: never) => unknown) | undefined;
    return compute ? compute(left as never, right as never) : new Unknown(this.typeOf(node));
  }

  /** A comparison whose result the types determine. */
  private compareTypes(operator: ts.SyntaxKind, left: unknown, right: unknown): boolean | undefined {
    if (operator === ts.SyntaxKind.InKeyword && right instanceof Unknown) {
      const types = right.type.isUnion() ? right.type.types : [right.type];
      const having = types.filter((each) => each.getProperty(String(left)));
      return having.length === 0 ? false : having.length === types.length ? true : undefined;
    }
    if (operator === ts.SyntaxKind.InKeyword)
      return left instanceof Unknown ? undefined : String(left) in Object(right);
    const isEqual = operator === ts.SyntaxKind.EqualsEqualsEqualsToken;
    if (!isEqual && operator !== ts.SyntaxKind.ExclamationEqualsEqualsToken) return undefined;
    if (!(left instanceof Unknown) || right instanceof Unknown) return undefined;
    const values = (left.type.isUnion() ? left.type.types : [left.type]).map((each) =>
      each.isLiteral() ? each.value : undefined,
    );
    if (values.includes(undefined)) return undefined;
    if (!values.includes(right as string)) return !isEqual;
    return values.length === 1 ? isEqual : undefined;
  }

  private property(object: unknown, name: string, node: ts.Expression): unknown {
    if (object === undefined || object === null) return undefined;
    if (object instanceof Unknown) {
      const property = object.type.isUnion() ? undefined : object.type.getProperty(name);
      return new Unknown(property ? this.checker.getTypeOfSymbol(property) : this.typeOf(node));
    }
    return (object as Record<string, unknown>)[name];
  }

  private identifier(node: ts.Identifier, frame: Frame, symbol = this.checker.getSymbolAtLocation(node)): unknown {
    if (node.text === "undefined") return undefined;
    const declaration = this.declarationOf(node, symbol);
    if (!declaration) return new Unknown(this.typeOf(node));
    const { fileName, isDeclarationFile } = declaration.getSourceFile();
    if (fileName.includes("/node_modules/drizzle-orm/")) return libraries[node.text];
    if (isDeclarationFile) return (globalThis as Record<string, unknown>)[node.text] ?? new Unknown(this.typeOf(node));
    const [, table] = tables.find(([name]) => fileName.endsWith(name)) ?? [];
    const name = (declaration as ts.NamedDeclaration).name?.getText() ?? "";
    if (table && name in table) return table[name];
    return this.variable(declaration, frame);
  }

  private variable(declaration: ts.Node, frame: Frame): unknown {
    const owner = this.ownerOf(declaration, frame) ?? this.module;
    if (owner.variables.has(declaration)) return owner.variables.get(declaration);
    const value = this.initial(declaration, owner);
    owner.variables.set(declaration, value);
    return value;
  }

  private initial(declaration: ts.Node, owner: Frame): unknown {
    if (ts.isFunctionDeclaration(declaration)) return this.closure(declaration, owner);
    if (ts.isBindingElement(declaration)) return this.boundElement(declaration, owner);
    if (ts.isVariableDeclaration(declaration) && declaration.initializer)
      return this.evaluate(declaration.initializer, owner);
    if (ts.isVariableDeclaration(declaration)) return undefined;
    if (ts.isParameter(declaration)) return this.parameter(declaration, owner);
    return new Unknown(this.typeOf(declaration));
  }

  private boundElement(element: ts.BindingElement, frame: Frame): unknown {
    const pattern = element.parent;
    const object = this.variable(pattern.parent, frame);
    const type = this.typeOf(element);
    if (object instanceof Unknown || object === undefined || object === null) return new Unknown(type);
    if (ts.isArrayBindingPattern(pattern)) return (object as unknown[])[pattern.elements.indexOf(element)];
    const name = (element.propertyName ?? element.name).getText();
    if (element.dotDotDotToken) return object;
    const value = (object as Record<string, unknown>)[name];
    return value === undefined && element.initializer ? this.evaluate(element.initializer, frame) : value;
  }

  /** An argument of a function that the interpreter has not called: if it may hold SQL, that of each call in the code. */
  private parameter(parameter: ts.ParameterDeclaration, frame: Frame): unknown {
    const type = this.typeOf(parameter);
    const code = parameter.parent;
    if (frame.isCalled || !this.mayHoldSql(type)) {
      if (frame.isCalled && parameter.initializer) return this.evaluate(parameter.initializer, frame);
      return frame.isCalled ? undefined : new Unknown(type);
    }
    const isMethod = ts.isMethodDeclaration(code) || ts.isPropertyAssignment(code.parent);
    const named = ts.isFunctionDeclaration(code) || ts.isMethodDeclaration(code) ? code : code.parent;
    const name = "name" in named ? (named as ts.NamedDeclaration).name?.getText() : undefined;
    if (!name) return new Unknown(type);
    const calls = (this.calls.get(name) ?? [])
      .filter(
        ({ expression }) =>
          (isMethod && ts.isPropertyAccessExpression(expression)) || this.declarationOf(nameOf(expression)) === named,
      )
      .filter((call) => !isWithin(call, named));
    const call = calls[this.choose(`calls ${keyOf(named)}`, Math.max(1, calls.length))];
    if (!call || this.depth > 12) return new Unknown(type);
    this.depth++;
    const caller = this.enter(call);
    frame.isCalled = true;
    code.parameters.forEach((each, index) => {
      const argument = call.arguments[index];
      if (argument) frame.variables.set(each, this.evaluate(argument, caller));
    });
    this.depth--;
    return this.variable(parameter, frame);
  }

  private closure(code: ts.FunctionLikeDeclaration, parent: Frame) {
    const closure = (...values: unknown[]): unknown => {
      const frame: Frame = { code, variables: new Map(), parent, isCalled: true };
      code.parameters.forEach((each, index) => {
        if (each.dotDotDotToken) frame.variables.set(each, values.slice(index));
        else if (values[index] !== undefined) frame.variables.set(each, values[index]);
      });
      if (!code.body || this.depth > 60) return new Unknown(this.checker.getTypeAtLocation(code));
      this.depth++;
      try {
        if (!ts.isBlock(code.body)) return this.evaluate(code.body, frame);
        return this.runAll(code.body.statements, frame)?.value;
      } finally {
        this.depth--;
      }
    };
    this.closures.add(closure);
    return closure;
  }

  private call(node: ts.CallExpression, frame: Frame): unknown {
    const type = this.typeOf(node);
    const { expression } = node;
    const receiver = ts.isPropertyAccessExpression(expression) ? this.receiver(expression, frame) : undefined;
    const name = nameOf(expression)?.text ?? "";
    if (receiver instanceof Unknown) {
      if (!/^(map|flatMap)$/.test(name)) return new Unknown(type);
      const each = this.evaluate(node.arguments[0] as ts.Expression, frame) as (element: unknown) => unknown;
      return [this.elements(receiver, expression).map(each)].flat(name === "map" ? 1 : 2);
    }
    const called = ts.isPropertyAccessExpression(expression)
      ? this.property(receiver, name, expression)
      : this.evaluate(expression, frame);
    if ((called === undefined || called === null) && ts.isOptionalChain(node)) return undefined;
    if (typeof called !== "function") return new Unknown(type);
    const declared = this.declarationOf(nameOf(expression))?.getSourceFile();
    const isOwn = this.closures.has(called);
    if (isOwn && !this.isWanted(type)) return new Unknown(type);
    let values = node.arguments.flatMap((each) =>
      ts.isSpreadElement(each)
        ? this.elements(this.evaluate(each.expression, frame), each)
        : [this.argument(each, name, frame)],
    );
    const isDrizzle = declared?.fileName.includes("/drizzle-orm/") ?? false;
    if (isDrizzle && /^(raw|identifier)$/.test(name) && values[0] instanceof Unknown) {
      values = [this.literal(values[0], node)];
      if (values[0] instanceof Unknown) throw new UnknownPart(node);
    }
    if (name === "slice" && Array.isArray(receiver) && values.some((each) => each instanceof Unknown)) return receiver;
    if (!isOwn && !isDrizzle && values.some((each) => each instanceof Unknown) && !/^(push|unshift|concat)$/.test(name))
      return new Unknown(type);
    try {
      if (/^(every|some|find|findIndex|findLast|includes|has|get)$/.test(name) && !isOwn)
        return this.search(receiver, called, values, type);
      return Reflect.apply(called, receiver, values);
    } catch (error) {
      if (error instanceof UnknownPart || error instanceof NotReached) throw error;
      if (isDrizzle) throw new UnknownPart(node);
      return new Unknown(type);
    }
  }

  /** A search whose condition is unknown for an element has an unknown result. */
  private search(receiver: unknown, called: unknown, values: unknown[], type: ts.Type): unknown {
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
    return isUnknown ? new Unknown(type) : result;
  }

  /** The result may be part of a statement; that of any other function is not worth the time. */
  private isWanted(type: ts.Type): boolean {
    return this.mayHoldSql(type) || (type.flags & ts.TypeFlags.StringLike) !== 0;
  }

  private receiver(expression: ts.PropertyAccessExpression, frame: Frame): unknown {
    const declared = this.declarationOf(expression.name)?.getSourceFile().fileName ?? "";
    return declared.includes("/drizzle-orm/pg-core/db.d") ? builder : this.evaluate(expression.expression, frame);
  }

  /** An argument; rows that are unknown have every column. */
  private argument(node: ts.Expression, called: string, frame: Frame): unknown {
    const value = this.evaluate(node, frame);
    if (/^(not)?inArray$/i.test(called) && value instanceof Unknown) return this.elements(value, node);
    if (called !== "values" && called !== "set") return value;
    const type = this.typeOf(node);
    const rows = Array.isArray(value)
      ? value
      : [value instanceof Unknown ? new Unknown(this.elementType(value.type) ?? value.type) : value];
    const columns = rows.map((row) =>
      Object.fromEntries(
        Object.entries(this.members(row)).map(([name, each]) => [
          name,
          each === undefined || isSQLWrapper(each) ? each : new Unknown(type),
        ]),
      ),
    );
    return called === "set" ? columns[0] : columns;
  }

  /** The frame among the enclosing ones to whose function a declaration belongs. */
  private ownerOf(declaration: ts.Node, frame: Frame): Frame | null {
    let code: ts.Node | undefined = declaration.parent;
    while (code && !ts.isSourceFile(code) && !ts.isFunctionLike(code)) code = code.parent;
    if (!code || ts.isSourceFile(code)) return this.module;
    for (let each: Frame | null = frame; each; each = each.parent) if (each.code === code) return each;
    return null;
  }

  private declarationOf(node: ts.Node | undefined, known?: ts.Symbol): ts.Declaration | undefined {
    if (node && this.declarations.has(node)) return this.declarations.get(node);
    const found = this.findDeclaration(node, known);
    if (node) this.declarations.set(node, found);
    return found;
  }

  private findDeclaration(node: ts.Node | undefined, known?: ts.Symbol): ts.Declaration | undefined {
    let symbol = known ?? (node && this.checker.getSymbolAtLocation(node));
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = this.checker.getAliasedSymbol(symbol);
    return symbol?.valueDeclaration ?? symbol?.declarations?.[0];
  }

  private typeOf(node: ts.Node): ts.Type {
    const type = this.types.get(node) ?? this.checker.getTypeAtLocation(node);
    this.types.set(node, type);
    return type;
  }

  private mayHoldSql(type: ts.Type, depth = 0): boolean {
    const known = this.holding.get(type);
    if (known !== undefined) return known;
    if (depth > 4) return false;
    this.holding.set(type, false);
    const holds = this.holdsSql(type, depth);
    if (holds || depth === 0) this.holding.set(type, holds);
    else this.holding.delete(type);
    return holds;
  }

  private holdsSql(type: ts.Type, depth: number): boolean {
    if (type.isUnionOrIntersection()) return type.types.some((each) => this.mayHoldSql(each, depth));
    const symbol = type.getSymbol();
    const declared = symbol?.declarations?.[0]?.getSourceFile();
    if (declared?.fileName.includes("/drizzle-orm/") && symbol?.name !== "__type") {
      return !/^(Param|Placeholder|PgDatabase|NodePgDatabase|PgTransaction)/.test(symbol?.name ?? "");
    }
    const awaited = this.checker.getAwaitedType(type);
    if (awaited && awaited !== type) return this.mayHoldSql(awaited, depth);
    const element = this.elementType(type);
    if (element) return this.mayHoldSql(element, depth + 1);
    if (!(type.flags & ts.TypeFlags.Object)) return false;
    const results = type.getCallSignatures().map((each) => each.getReturnType());
    if (results.some((each) => this.mayHoldSql(each, depth + 1))) return true;
    const index = this.checker.getIndexTypeOfType(type, ts.IndexKind.String);
    if (index && this.mayHoldSql(index, depth + 1)) return true;
    if (declared?.isDeclarationFile !== false) return false;
    return type.getProperties().some((each) => this.mayHoldSql(this.checker.getTypeOfSymbol(each), depth + 1));
  }
}

const operators: Partial<Record<ts.SyntaxKind, (a: never, b: never) => unknown>> = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: (a, b) => a === b,
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: (a, b) => a !== b,
  [ts.SyntaxKind.GreaterThanToken]: (a, b) => a > b,
  [ts.SyntaxKind.LessThanToken]: (a, b) => a < b,
  [ts.SyntaxKind.PlusToken]: (a, b) => a + b,
  [ts.SyntaxKind.MinusToken]: (a, b) => a - b,
  [ts.SyntaxKind.AsteriskToken]: (a, b) => a * b,
  [ts.SyntaxKind.SlashToken]: (a, b) => a / b,
};

function readTemplate({ template }: ts.TaggedTemplateExpression) {
  const parts = ts.isTemplateExpression(template)
    ? [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
    : [template.text];
  return { place: placeOf(template), parts };
}

/** A query of the query builder. */
function isQuery(value: unknown): value is { toSQL(): { sql: string } } {
  return typeof (value as { toSQL?: unknown } | null | undefined)?.toSQL === "function";
}

/** Conditions with the same words in one function are the same condition. */
function keyOf(node: ts.Node): string {
  let code = node;
  while (!ts.isSourceFile(code.parent)) code = code.parent;
  return `${code.getSourceFile().fileName}:${code.pos} ${node.getText()}`;
}

function nameOf(called: ts.Expression): ts.Identifier | undefined {
  if (ts.isIdentifier(called)) return called;
  return ts.isPropertyAccessExpression(called) && ts.isIdentifier(called.name) ? called.name : undefined;
}

function lastOf(statement: ts.Statement): ts.Statement {
  return (ts.isBlock(statement) && statement.statements.at(-1)) || statement;
}

function isWithin(node: ts.Node, outer: ts.Node): boolean {
  for (let each = node; each; each = each.parent) if (each === outer) return true;
  return false;
}

/** A property that is evaluated when it is first read. */
function define(object: object, key: string, read: () => unknown): void {
  const get = () => {
    const value = read();
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
    return value;
  };
  Object.defineProperty(object, key, { get, enumerable: true, configurable: true });
}
