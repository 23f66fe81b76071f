import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/**
 * Checks values against the payment provider's published description of its objects. The SDK's type declarations are
 * generated from that description, for exactly the API version that the SDK requests; reading them at test time also
 * catches values that a cast hid from the compiler. Enumerations are closed: the SDK's `OtherString` is ignored.
 */

export type DeclaredKinds = {
  /** Differences of a value, sent as `object: kind`, from its declaration: one line each, with the path. */
  differences(value: unknown): string[];
};

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Types by the value of `object`; read by the compiler only. */
const entry = path.join(root, "tests/support/provider-kinds.ts");

export function readDeclarations(): DeclaredKinds {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ["node"],
  };
  const program = ts.createProgram([entry], options);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(entry);
  const alias = source?.statements.filter(ts.isTypeAliasDeclaration).find(({ name }) => name.text === "ProviderKinds");
  if (!alias) throw new Error("ProviderKinds is not declared");
  const kinds = checker.getTypeAtLocation(alias.name);
  const of = (kind: string) => {
    const found = kinds.getProperty(kind);
    return found && checker.getTypeOfSymbolAtLocation(found, alias);
  };

  return {
    differences(value) {
      const kind = (value as { object?: unknown } | null)?.object;
      if (kind === "list") {
        const { data, has_more: hasMore, url } = value as Record<string, unknown>;
        const isPage = Array.isArray(data) && typeof hasMore === "boolean" && typeof url === "string";
        return isPage ? data.flatMap((item) => this.differences(item)) : ["list: no data, has_more or url"];
      }
      const type = typeof kind === "string" ? of(kind) : undefined;
      return type ? check(value, type, String(kind)) : [`${String(kind)} is no kind that is declared`];
    },
  };

  function check(value: unknown, type: ts.Type, at: string): string[] {
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return [];
    if (type.isUnion()) return checkUnion(value, type, at);
    if (type.isLiteral()) return value === type.value ? [] : [`${at} is ${printed(value)}, not ${printed(type.value)}`];
    if (type.flags & ts.TypeFlags.BooleanLiteral) {
      return String(value) === checker.typeToString(type) && typeof value === "boolean" ? [] : [wrong(value, type, at)];
    }
    if (type.flags & ts.TypeFlags.Null) return value === null ? [] : [wrong(value, type, at)];
    if (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) {
      return value === undefined ? [] : [wrong(value, type, at)];
    }
    if (type.flags & ts.TypeFlags.String) return typeof value === "string" ? [] : [wrong(value, type, at)];
    if (type.flags & ts.TypeFlags.Number) return typeof value === "number" ? [] : [wrong(value, type, at)];
    // Decimals are sent as text.
    if (type.symbol?.name === "Decimal" || type.aliasSymbol?.name === "Decimal") {
      return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? [] : [wrong(value, type, at)];
    }
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(type as ts.TypeReference);
      if (!Array.isArray(value) || !item) return [wrong(value, type, at)];
      return value.flatMap((each, index) => check(each, item, `${at}[${index}]`));
    }
    return checkObject(value, type, at);
  }

  function checkUnion(value: unknown, type: ts.UnionType, at: string): string[] {
    const isText = (member: ts.Type) => Boolean(member.flags & ts.TypeFlags.String);
    const closed = type.types.filter((member) => !(member.isIntersection() && member.types.some(isText)));
    const isWhole = value !== null && typeof value === "object";
    const members = isWhole ? closed.filter((member) => member.flags & ts.TypeFlags.Object) : closed;
    // Among discriminated object types, only the matching one is checked.
    const named = members.filter((member) => ["object", "type"].every((name) => isNamed(value, member, name)));
    const tried = (named.length > 0 ? named : members).map((member) => check(value, member, at));
    return (
      tried.find((found) => found.length === 0) ?? tried.toSorted((one, other) => one.length - other.length)[0] ?? []
    );
  }

  function isNamed(value: unknown, member: ts.Type, name: string): boolean {
    if (value === null || typeof value !== "object" || Array.isArray(value)) return true;
    const property = member.getProperty(name);
    const wanted = property && checker.getTypeOfSymbol(property);
    return !wanted?.isStringLiteral() || (value as Record<string, unknown>)[name] === wanted.value;
  }

  function checkObject(value: unknown, type: ts.Type, at: string): string[] {
    if (value === null || typeof value !== "object" || Array.isArray(value)) return [wrong(value, type, at)];
    const given = value as Record<string, unknown>;
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String);
    const declared = checker.getPropertiesOfType(type);
    const names = new Set(declared.map(({ name }) => name));
    const unknown = Object.keys(given).filter((name) => !names.has(name));
    return [
      ...declared.flatMap((property) => {
        const isOptional = Boolean(property.flags & ts.SymbolFlags.Optional);
        if (!(property.name in given)) return isOptional ? [] : [`${at}.${property.name} is missing`];
        return check(given[property.name], checker.getTypeOfSymbol(property), `${at}.${property.name}`);
      }),
      ...unknown.flatMap((name) =>
        index ? check(given[name], index.type, `${at}.${name}`) : [`${at}.${name} is not declared`],
      ),
    ];
  }

  function wrong(value: unknown, type: ts.Type, at: string): string {
    return `${at} is ${printed(value)}, not ${checker.typeToString(type).slice(0, 80)}`;
  }
}

function printed(value: unknown): string {
  return (JSON.stringify(value) ?? "missing").slice(0, 60);
}
