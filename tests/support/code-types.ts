import ts from "typescript";
import { Unknown } from "./code-values";

/** What the types of the source code say about its values, for `code-interpreter.ts`. */

/** The name of a called function or method. */
export function nameOf(called: ts.Expression): ts.Identifier | undefined {
  if (ts.isIdentifier(called)) return called;
  return ts.isPropertyAccessExpression(called) && ts.isIdentifier(called.name) ? called.name : undefined;
}

/** A value known only at run time; in a statement, a parameter. */
export class CodeTypes {
  private readonly types = new Map<ts.Node, ts.Type>();
  private readonly declarations = new Map<ts.Node, ts.Declaration | undefined>();
  private readonly holding = new Map<ts.Type, boolean>();

  constructor(readonly checker: ts.TypeChecker) {}

  typeOf(node: ts.Node): ts.Type {
    const type = this.types.get(node) ?? this.checker.getTypeAtLocation(node);
    this.types.set(node, type);
    return type;
  }

  /** Where a name is declared, through imports. @param known the symbol of a shorthand property */
  declarationOf(node: ts.Node | undefined, known?: ts.Symbol): ts.Declaration | undefined {
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

  /** The type of the elements of an array; undefined for any other type. */
  elementType(type: ts.Type): ts.Type | undefined {
    const arrays = (type.isUnion() ? type.types : [type]).map((each) =>
      this.checker.getIndexTypeOfType(each, ts.IndexKind.Number),
    );
    return arrays.find((each) => each !== undefined);
  }

  /** Whether a value may be a part of a statement, or have, or return one. */
  mayHoldSql(type: ts.Type, depth = 0): boolean {
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

  /** The result may be part of a statement; that of any other function is not worth the time. */
  isWanted(type: ts.Type): boolean {
    return this.mayHoldSql(type) || (type.flags & ts.TypeFlags.StringLike) !== 0;
  }

  /** A comparison whose result the types determine. */
  compareTypes(operator: ts.SyntaxKind, left: unknown, right: unknown): boolean | undefined {
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
}

/** The operators that are computed if both sides are known. */
export const operators: Partial<Record<ts.SyntaxKind, (a: never, b: never) => unknown>> = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: (a, b) => a === b,
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: (a, b) => a !== b,
  [ts.SyntaxKind.GreaterThanToken]: (a, b) => a > b,
  [ts.SyntaxKind.LessThanToken]: (a, b) => a < b,
  [ts.SyntaxKind.PlusToken]: (a, b) => a + b,
  [ts.SyntaxKind.MinusToken]: (a, b) => a - b,
  [ts.SyntaxKind.AsteriskToken]: (a, b) => a * b,
  [ts.SyntaxKind.SlashToken]: (a, b) => a / b,
};

export function lastOf(statement: ts.Statement): ts.Statement {
  return (ts.isBlock(statement) && statement.statements.at(-1)) || statement;
}

export function isWithin(node: ts.Node, outer: ts.Node): boolean {
  for (let each = node; each; each = each.parent) if (each === outer) return true;
  return false;
}
