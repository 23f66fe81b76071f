import type { OperatorFacts } from "~/realms/operator";

/** Parses the legal texts of templates/legal and fills in the operator's facts. docs/decisions/0083-consumer-law.md. */

export const legalPages = ["terms", "withdrawal", "cookies", "accessibility"] as const;
export type LegalPage = (typeof legalPages)[number];

export function isLegalPage(value: string | undefined): value is LegalPage {
  return (legalPages as readonly string[]).includes(value ?? "");
}

/** A link or plain text within a paragraph. */
export type LegalPart = { text: string; href: string | null };

/** `note`: for the operator's lawyer, not part of the text. */
export type LegalBlock =
  | { kind: "heading"; text: string }
  | { kind: "paragraph" | "note"; parts: LegalPart[] }
  | { kind: "list"; items: LegalPart[][] };

export type LegalText = { version: string; title: string; blocks: LegalBlock[] };

/** What the texts can name: the operator's facts, and who is responsible for personal data. */
export type LegalFact = keyof OperatorFacts | "controller";
export type LegalFacts = Record<LegalFact, string | null>;
/** Words that are always known, such as the brand. */
export type LegalWords = Record<"brand" | "trialDays" | "withdrawalDays", string>;

/** Not every operator has these: a line that names one is left out where it is not filled in. */
const optionalFacts: readonly LegalFact[] = ["register", "vatNumber", "mediator"];

const placeholder = /\{\{(\w+)\}\}/g;

/** @param source a file with a head of `version` and `title` between two lines of hyphens. @throws Error if the head is missing */
export function headOf(source: string): { version: string; title: string; body: string } {
  const head = /^---\nversion: (\d{4}-\d{2}-\d{2})\ntitle: (.+)\n---\n([\s\S]*)$/.exec(source);
  if (!head) throw new Error(`A legal text has no head: ${source.slice(0, 60)}`);
  const [, version = "", title = "", body = ""] = head;
  return { version, title, body };
}

/** The facts that a text names and cannot do without, and that are not filled in. */
export function missingIn(source: string, facts: LegalFacts, required: readonly LegalFact[]): LegalFact[] {
  const named = [...source.matchAll(placeholder)].map(([, name]) => name as LegalFact);
  const wanted = [...new Set(named)].filter((name) => required.includes(name) || !optionalFacts.includes(name));
  return wanted.filter((name) => facts[name] === null);
}

/** The text with its facts. A line that names an optional fact without a value is left out. @throws Error for an unknown placeholder */
export function legalText(source: string, facts: LegalFacts, words: LegalWords): LegalText {
  const { version, title, body } = headOf(source);
  const values: Record<string, string | null> = { ...facts, ...words };
  const fill = (line: string): string | null => {
    let isWhole = true;
    const filled = line.replace(placeholder, (_, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`A legal text has no value for ${name}`);
      if (value === null) isWhole = false;
      return value ?? "";
    });
    return isWhole ? filled : null;
  };
  const blocks = body
    .trim()
    .split(/\n\s*\n/)
    .flatMap((paragraph) => blockOf(paragraph, fill) ?? []);
  return { version, title: fill(title) ?? title, blocks };
}

/** null if none of its lines is left. */
function blockOf(paragraph: string, fill: (line: string) => string | null): LegalBlock | null {
  const lines = paragraph.split("\n").flatMap((line) => fill(line) ?? []);
  const [first] = lines;
  if (first === undefined) return null;
  if (first.startsWith("## ")) return { kind: "heading", text: first.slice(3) };
  if (first.startsWith("- ")) return { kind: "list", items: lines.map((line) => partsOf(line.replace(/^- /, ""))) };
  if (first.startsWith("> ")) {
    return { kind: "note", parts: partsOf(lines.map((line) => line.replace(/^> ?/, "")).join(" ")) };
  }
  return { kind: "paragraph", parts: partsOf(lines.join(" ")) };
}

/** Splits `words [link](/address) words`. */
function partsOf(line: string): LegalPart[] {
  return line
    .split(/(\[[^\]]+\]\([^)\s]+\))/)
    .filter(Boolean)
    .map((part) => {
      const link = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(part);
      return link ? { text: link[1] ?? "", href: link[2] ?? "" } : { text: part, href: null };
    });
}
