import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { locales } from "~/realms/realm";
import { temporaryDays } from "~/services/.server/auth/passwords/passwords";

/** The texts: all languages have the same keys, the code uses only existing keys, and every key is used. */

const root = fileURLToPath(new URL("..", import.meta.url));

type Texts = Map<string, string>;

function flatten(value: unknown, prefix = ""): Array<[string, string]> {
  if (typeof value === "string") return [[prefix, value]];
  return Object.entries(value as object).flatMap(([key, inner]) => flatten(inner, prefix ? `${prefix}.${key}` : key));
}

/** `area:key` -> text. */
function textsOf(locale: string): Texts {
  const folder = path.join(root, "locales", locale);
  const texts: Texts = new Map();
  for (const file of readdirSync(folder)) {
    const area = path.basename(file, ".json");
    for (const [key, text] of flatten(JSON.parse(readFileSync(path.join(folder, file), "utf8")))) {
      texts.set(`${area}:${key}`, text);
    }
  }
  return texts;
}

const byLocale = new Map(locales.map((locale) => [locale, textsOf(locale)]));
const first = textsOf(locales[0]);
/** The code uses plural keys without their suffixes. */
const existing = new Set([...first.keys()].flatMap((key) => [key, key.replace(/_(zero|one|two|few|many|other)$/, "")]));

function placeholders(text: string): string[] {
  return (text.match(/\{\{[^}]+\}\}|<\/?\w+\/?>/g) ?? []).sort();
}

/** The text keys that one file uses. */
type UsedTexts = {
  file: string;
  /** Full keys (`area:key`) passed to a translator whose area is known. */
  exact: string[];
  /** Every string literal in the file: a table may hold a key that another file translates. */
  texts: Set<string>;
  /** Patterns of the keys that template literals build. */
  patterns: RegExp[];
};

function readUsedTexts(file: string): UsedTexts {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const usedTexts: UsedTexts = { file: path.relative(root, file), exact: [], texts: new Set(), patterns: [] };
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) usedTexts.texts.add(node.text);
    if (ts.isTemplateExpression(node) && saysMuch(node)) usedTexts.patterns.push(patternOf(node, "([a-z-]+:)?"));
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const area = areaOf(node.expression);
      for (const key of area === null ? [] : literalsOf(node.arguments[0])) {
        usedTexts.exact.push(key.includes(":") ? key : `${area}:${key}`);
      }
      if (area !== null)
        usedTexts.patterns.push(...templatesOf(node.arguments[0]).map((each) => patternOf(each, `${area}:`)));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return usedTexts;
}

/** Outside a translator call, only a template literal that begins like a key counts as one. */
function saysMuch(node: ts.TemplateExpression): boolean {
  return /^[\w-]+[.:]|^\w{3,}/.test(node.head.text);
}

/** `notice.${x}.title` matches any key with that beginning and end. */
function patternOf(node: ts.TemplateExpression, area: string): RegExp {
  const parts = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)];
  const escaped = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${area}${escaped.join(".+")}$`);
}

function templatesOf(node: ts.Expression | undefined): ts.TemplateExpression[] {
  if (!node) return [];
  if (ts.isTemplateExpression(node)) return [node];
  if (ts.isConditionalExpression(node)) return [...templatesOf(node.whenTrue), ...templatesOf(node.whenFalse)];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return templatesOf(node.expression);
  return [];
}

function literalsOf(node: ts.Expression | undefined): string[] {
  if (!node) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return literalsOf(node.expression);
  return [];
}

/**
 * The area of a translator: from the nearest enclosing `useTranslation("area")`, `useRowTranslation("area")` or
 * `getTranslator(request, "area")`.
 */
function areaOf(name: ts.Identifier): string | null {
  for (let scope: ts.Node | undefined = name.parent; scope; scope = scope.parent) {
    const found = declaredArea(scope, name.text);
    if (found !== undefined) return found;
  }
  return null;
}

function declaredArea(scope: ts.Node, name: string): string | null | undefined {
  if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) return undefined;
  for (const statement of scope.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name: bound, initializer } of statement.declarationList.declarations) {
      if (initializer && bindsTranslator(bound, name)) return areaOfInitializer(initializer);
    }
  }
  return undefined;
}

function bindsTranslator(bound: ts.BindingName, name: string): boolean {
  if (ts.isIdentifier(bound)) return bound.text === name;
  return ts.isObjectBindingPattern(bound) && bound.elements.some((element) => element.name.getText() === name);
}

function areaOfInitializer(initializer: ts.Expression): string | null {
  const call = ts.isAwaitExpression(initializer) ? initializer.expression : initializer;
  if (!ts.isCallExpression(call)) return null;
  const callee = call.expression.getText();
  const places: Record<string, number> = { useTranslation: 0, useRowTranslation: 0, getTranslator: 1 };
  const argument = call.arguments[places[callee] ?? call.arguments.length];
  if (callee === "useTranslation" && !argument) return "ui";
  return argument && ts.isStringLiteralLike(argument) ? argument.text : null;
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return sources(file);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [file] : [];
  });
}

const usedTexts = sources(path.join(root, "app")).map(readUsedTexts);

describe("the texts of all languages", () => {
  test.each([...locales])("%s has the same keys as the first language", (locale) => {
    expect([...(byLocale.get(locale)?.keys() ?? [])].sort()).toEqual([...first.keys()].sort());
  });

  test.each([...locales])("%s has no empty text, and the same placeholders as the first language", (locale) => {
    for (const [key, text] of byLocale.get(locale) ?? []) {
      expect(text.trim(), key).not.toBe("");
      expect(placeholders(text), key).toEqual(placeholders(first.get(key) ?? ""));
    }
  });
});

test("no text contains a brand name: the brand differs by country", () => {
  const naming = [...byLocale].flatMap(([locale, texts]) =>
    [...texts].filter(([, text]) => /fabel|fabulette/i.test(text)).map(([key]) => `${locale} ${key}`),
  );
  expect(naming).toEqual([]);
});

test("both notes on a temporary password state the number of days it is valid", () => {
  for (const texts of byLocale.values()) {
    for (const key of ["control-panel:password.once", "lists:sheets.passwords.hint"]) {
      expect(texts.get(key)?.match(/\d+/g)).toEqual([String(temporaryDays)]);
    }
  }
});

test("the pages in the control panel's navigation have different names", () => {
  for (const [locale, texts] of byLocale) {
    const tabs = [...texts].filter(([key]) => key.startsWith("control-panel:nav.") || key === "lists:job.nav");
    const names = tabs.map(([, text]) => text);
    expect(names, locale).toEqual([...new Set(names)]);
  }
});

test("French texts have non-breaking spaces before punctuation and inside quotation marks", () => {
  const breaking = [...(byLocale.get("fr") ?? [])].filter(([, text]) => / [:;?!»]|« /.test(text));
  expect(breaking).toEqual([]);
});

describe("the text keys in the code", () => {
  test("every key that the code uses exists", () => {
    const missing = usedTexts.flatMap(({ file, exact }) =>
      exact.filter((key) => !existing.has(key)).map((key) => `${file}: ${key}`),
    );
    expect(missing).toEqual([]);
  });

  test("the scan finds more than ten keys in the code", () => {
    expect(usedTexts.flatMap(({ exact }) => exact).length).toBeGreaterThan(10);
  });

  test("every existing key is used", () => {
    const texts = new Set(usedTexts.flatMap((each) => [...each.texts]));
    const exact = new Set(usedTexts.flatMap((each) => each.exact));
    const patterns = usedTexts.flatMap((each) => each.patterns);
    const isUsed = (full: string) => {
      const key = full.replace(/_(zero|one|two|few|many|other)$/, "");
      const short = key.slice(key.indexOf(":") + 1);
      return (
        exact.has(key) ||
        texts.has(key) ||
        texts.has(short) ||
        patterns.some((pattern) => pattern.test(key) || pattern.test(short))
      );
    };
    expect([...first.keys()].filter((key) => !isUsed(key))).toEqual([]);
  });
});
