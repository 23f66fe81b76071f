import { isSQLWrapper, type SQL, sql } from "drizzle-orm";
import ts from "typescript";
import { type Choices, keyOf, numbered } from "./code-choices";
import { type CodeTypes, isWithin, lastOf, nameOf, operators } from "./code-types";
import { builder, define, isQuery, libraries, NotReached, search, tables, Unknown, UnknownPart } from "./code-values";

/**
 * Evaluates expressions of the source code that make SQL, without running the product. A value known only at run time is an `Unknown`, a
 * condition on one is a choice, and an argument that holds SQL is looked up in the calls of the function. Drizzle itself makes the SQL.
 */

/** The variables of one call of a function; those of the module for `code` = null. */
type Frame = { code: ts.Node | null; variables: Map<ts.Node, unknown>; parent: Frame | null; isCalled: boolean };

type End = { kind: "return" | "break"; value?: unknown };

const keywords = new Map<ts.SyntaxKind, unknown>([
  [ts.SyntaxKind.TrueKeyword, true],
  [ts.SyntaxKind.FalseKeyword, false],
  [ts.SyntaxKind.NullKeyword, null],
]);

/** Evaluates one variant of one statement: its choices are those required, and the first option of every other. */
export class CodeInterpreter {
  /** The `sql` templates that were evaluated. */
  readonly used = new Set<ts.Node>();
  /** The functions of the source code, as against those of libraries. */
  private readonly closures = new WeakSet<object>();
  private readonly module: Frame = { code: null, variables: new Map(), parent: null, isCalled: true };
  private depth = 0;

  /** @param calls every call in the source code, by the name of the function */
  constructor(
    private readonly types: CodeTypes,
    private readonly calls: ReadonlyMap<string, ts.CallExpression[]>,
    private readonly choices: Choices,
  ) {}

  /** Runs the functions around a node up to it, as far as they have to do with statements. */
  enter(node: ts.Node): Frame {
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
        this.bindLoop(each, list[this.choices.take(keyOf(each), list.length)], frame);
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
      return [new Unknown(this.types.elementType(list.type) ?? this.types.checker.getTypeAtLocation(node))];
    return Array.isArray(list) ? list : list instanceof Set || list instanceof Map ? [...list] : [];
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
    const first = value instanceof Unknown ? this.choices.take(keyOf(expression), clauses.length) : matching;
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
      const declaration = this.types.declarationOf(expression.left);
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
    return value instanceof Unknown ? this.choices.take(keyOf(node), 2) === 0 : Boolean(value);
  }

  evaluate(node: ts.Expression, frame: Frame): unknown {
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
      return this.evaluate(node.expression, frame);
    if (ts.isNonNullExpression(node)) return this.evaluate(node.expression, frame);
    if (ts.isAwaitExpression(node)) {
      const value = this.types.mayHoldSql(this.types.typeOf(node)) ? this.evaluate(node.expression, frame) : undefined;
      return value === undefined || isQuery(value) ? this.unknown(node) : value;
    }
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isNumericLiteral(node)) return Number(node.text.replaceAll("_", ""));
    if (keywords.has(node.kind)) return keywords.get(node.kind);
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
      return value instanceof Unknown ? this.unknown(node) : !value;
    }
    if (ts.isTypeOfExpression(node)) {
      const value = this.evaluate(node.expression, frame);
      return value instanceof Unknown ? this.unknown(node) : typeof value;
    }
    if (ts.isPropertyAccessExpression(node))
      return this.property(this.evaluate(node.expression, frame), node.name.text, node);
    if (ts.isElementAccessExpression(node)) {
      const object = this.evaluate(node.expression, frame);
      let key = this.evaluate(node.argumentExpression, frame);
      if (object instanceof Unknown || object === undefined || object === null) return this.unknown(node);
      if (key instanceof Unknown) {
        const keys = Object.keys(object);
        if (keys.length === 0) return undefined;
        key = keys[this.choices.take(numbered(`${keyOf(node)} of ${keys}`), keys.length)];
      }
      return (object as Record<string, unknown>)[String(key)];
    }
    if (ts.isCallExpression(node)) return this.call(node, frame);
    return this.unknown(node);
  }

  private unknown(node: ts.Node): Unknown {
    return new Unknown(this.types.typeOf(node));
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
    const type = this.types.typeOf(node);
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) throw new UnknownPart(node);
    if (!this.types.mayHoldSql(type)) return this.types.elementType(type) ? [new Unknown(type)] : new Unknown(type);
    const value = this.evaluate(node, frame);
    if (value instanceof Unknown && this.types.mayHoldSql(value.type)) throw new UnknownPart(node);
    return value;
  }

  /** A text; unknown parts whose type has few values are taken as each of them. */
  private text(node: ts.TemplateExpression, frame: Frame): unknown {
    let text = node.head.text;
    for (const { expression, literal } of node.templateSpans) {
      const value = this.literal(this.evaluate(expression, frame), expression);
      if (value instanceof Unknown) return this.unknown(node);
      text += `${value}${literal.text}`;
    }
    return text;
  }

  private literal(value: unknown, node: ts.Node): unknown {
    if (!(value instanceof Unknown)) return value;
    const values = (value.type.isUnion() ? value.type.types : [value.type]).flatMap((each) =>
      each.isLiteral() ? [each.value] : [],
    );
    return values.length > 0 ? values[this.choices.take(`literal ${keyOf(node)}`, values.length)] : value;
  }

  private object(node: ts.ObjectLiteralExpression, frame: Frame): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    for (const each of node.properties) {
      if (ts.isSpreadAssignment(each)) Object.assign(object, this.members(this.evaluate(each.expression, frame)));
      else if (ts.isShorthandPropertyAssignment(each))
        object[each.name.text] = this.identifier(
          each.name,
          frame,
          this.types.checker.getShorthandAssignmentValueSymbol(each),
        );
      else if (ts.isMethodDeclaration(each) || ts.isAccessor(each))
        object[each.name.getText()] = this.closure(each, frame);
      else {
        const { name } = each;
        const key = ts.isComputedPropertyName(name)
          ? this.literal(this.evaluate(name.expression, frame), name)
          : name.text;
        if (!(key instanceof Unknown)) define(object, String(key), () => this.evaluate(each.initializer, frame));
      }
    }
    return object;
  }

  /** An unknown object as an object of unknown values. */
  private members(value: unknown): object {
    if (!(value instanceof Unknown)) return (value ?? {}) as object;
    const { checker } = this.types;
    const types = value.type.isUnion() ? value.type.types : [value.type];
    const type = types[this.choices.take(numbered(`one of ${checker.typeToString(value.type)}`), types.length)];
    return Object.fromEntries(
      (type ?? value.type).getProperties().map((each) => [each.name, new Unknown(checker.getTypeOfSymbol(each))]),
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
    const byType = this.types.compareTypes(operator, left, right);
    if (byType !== undefined) return byType;
    if (left instanceof Unknown || right instanceof Unknown) return this.unknown(node);
    const compute = operators[operator] as ((a: never, b: never) => unknown) | undefined;
    return compute ? compute(left as never, right as never) : this.unknown(node);
  }

  private property(object: unknown, name: string, node: ts.Expression): unknown {
    if (object === undefined || object === null) return undefined;
    if (object instanceof Unknown) {
      const property = object.type.isUnion() ? undefined : object.type.getProperty(name);
      return new Unknown(property ? this.types.checker.getTypeOfSymbol(property) : this.types.typeOf(node));
    }
    return (object as Record<string, unknown>)[name];
  }

  private identifier(
    node: ts.Identifier,
    frame: Frame,
    symbol = this.types.checker.getSymbolAtLocation(node),
  ): unknown {
    if (node.text === "undefined") return undefined;
    const declaration = this.types.declarationOf(node, symbol);
    if (!declaration) return this.unknown(node);
    const { fileName, isDeclarationFile } = declaration.getSourceFile();
    if (fileName.includes("/node_modules/drizzle-orm/")) return libraries[node.text];
    if (isDeclarationFile) return (globalThis as Record<string, unknown>)[node.text] ?? this.unknown(node);
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
    return new Unknown(this.types.typeOf(declaration));
  }

  private boundElement(element: ts.BindingElement, frame: Frame): unknown {
    const pattern = element.parent;
    const object = this.variable(pattern.parent, frame);
    const type = this.types.typeOf(element);
    if (object instanceof Unknown || object === undefined || object === null) return new Unknown(type);
    if (ts.isArrayBindingPattern(pattern)) return (object as unknown[])[pattern.elements.indexOf(element)];
    const name = (element.propertyName ?? element.name).getText();
    if (element.dotDotDotToken) return object;
    const value = (object as Record<string, unknown>)[name];
    return value === undefined && element.initializer ? this.evaluate(element.initializer, frame) : value;
  }

  /** An argument of a function that the interpreter has not called: if it may hold SQL, that of each call in the code. */
  private parameter(parameter: ts.ParameterDeclaration, frame: Frame): unknown {
    const type = this.types.typeOf(parameter);
    const code = parameter.parent;
    if (frame.isCalled || !this.types.mayHoldSql(type)) {
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
          (isMethod && ts.isPropertyAccessExpression(expression)) ||
          this.types.declarationOf(nameOf(expression)) === named,
      )
      .filter((call) => !isWithin(call, named));
    const call = calls[this.choices.take(`calls ${keyOf(named)}`, Math.max(1, calls.length))];
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
      if (!code.body || this.depth > 60) return new Unknown(this.types.checker.getTypeAtLocation(code));
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
    const type = this.types.typeOf(node);
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
    const declared = this.types.declarationOf(nameOf(expression))?.getSourceFile();
    const isOwn = this.closures.has(called);
    if (isOwn && !this.types.isWanted(type)) return new Unknown(type);
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
        return search(receiver, called, values) ?? new Unknown(type);
      return Reflect.apply(called, receiver, values);
    } catch (error) {
      if (error instanceof UnknownPart || error instanceof NotReached) throw error;
      if (isDrizzle) throw new UnknownPart(node);
      return new Unknown(type);
    }
  }

  private receiver(expression: ts.PropertyAccessExpression, frame: Frame): unknown {
    const declared = this.types.declarationOf(expression.name)?.getSourceFile().fileName ?? "";
    return declared.includes("/drizzle-orm/pg-core/db.d") ? builder : this.evaluate(expression.expression, frame);
  }

  /** An argument; rows that are unknown have every column. */
  private argument(node: ts.Expression, called: string, frame: Frame): unknown {
    const value = this.evaluate(node, frame);
    if (/^(not)?inArray$/i.test(called) && value instanceof Unknown) return this.elements(value, node);
    if (called !== "values" && called !== "set") return value;
    const type = this.types.typeOf(node);
    const rows = Array.isArray(value)
      ? value
      : [value instanceof Unknown ? new Unknown(this.types.elementType(value.type) ?? value.type) : value];
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
}
