/** What traces say about a statement. It has placeholders for its values; literals are removed as well. */

const operations =
  /^(?:select|insert|update|delete|with|begin|commit|rollback|savepoint|release|set|declare|fetch|close|copy|lock|merge|create|drop|alter|analyze|notify)\b/i;
/** Lists begin with a comment that names them. */
const beforeOperation = /^(?:\s|\(|\/\*.*?\*\/)*/s;
const target = /\b(?:from|into|update|join)\s+(?:only\s+)?("?[a-z_][\w"]*(?:\."?[a-z_][\w"]*)?)/i;

/** The first words of a statement: its operation, and the first table or common table expression that it names. */
export function statementNames(text: string): { operation: string; summary: string } {
  const statement = text.replace(beforeOperation, "");
  const operation = operations.exec(statement)?.[0].toUpperCase() ?? "OTHER";
  const table = target.exec(statement)?.[1]?.replaceAll('"', "");
  return { operation, summary: table ? `${operation} ${table}` : operation };
}

/** The statement without literals: `?` instead of each text and number. */
export function withoutLiterals(text: string): string {
  return text.replace(/'(?:[^']|'')*'|(?<![\w$."])\d+(?:\.\d+)?\b/g, "?");
}
