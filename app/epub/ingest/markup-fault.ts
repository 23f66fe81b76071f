import { SaxesParser } from "saxes";
import type { IngestNoteKind } from "./ingest-notes";

/** Why a document is not well-formed XML, as a browser would read it. */
export type MarkupFault = {
  kind: IngestNoteKind;
  /** From 1. */
  line: number;
  /** The name of the element or prefix, if the fault is about one. */
  detail: string | null;
};

/** Messages of saxes, by the kind of fault that they describe. The first match counts. */
const kinds: ReadonlyArray<[pattern: RegExp, kind: IngestNoteKind]> = [
  [
    /^(?:unclosed tag|unmatched closing tag): (?<name>.+?)\.?$|^unexpected close tag|^weird empty close tag/,
    "tag-order",
  ],
  [/^unbound namespace prefix: "(?<name>.+)"/, "prefix"],
  [/^undefined entity|character entity|entity name/, "entity"],
  [/attribute|whitespace between/, "attribute"],
  [/^disallowed character|is disallowed in char data/, "character"],
];

class Stop extends Error {}

/**
 * The first fault of a document that is parsed as XML with namespaces; null if it is well-formed. External and declared entities count as
 * faults: they are expanded before.
 */
export function markupFault(text: string): MarkupFault | null {
  const parser = new SaxesParser({ xmlns: true, position: true });
  let fault = null as MarkupFault | null;
  let lastClosed: string | null = null;
  parser.on("closetag", ({ name }) => {
    lastClosed = name;
  });
  parser.on("error", ({ message }) => {
    fault = faultOf(message.replace(/^\d+:\d+: /, ""), parser.line, lastClosed);
    throw new Stop();
  });
  try {
    parser.write(text).close();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  }
  return fault === null ? null : earlier(bareAmpersand(text), fault);
}

/** CDATA sections, comments and complete references, or an ampersand that begins none. */
const ampersands = /<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->|&(?:#\d+|#x[\da-f]+|[A-Za-z_:][\w.:-]*);|(&)/gi;

/** saxes reads on after a bare ampersand and reports a later place, if any. */
function bareAmpersand(text: string): MarkupFault | null {
  for (const { 1: bare, index } of text.matchAll(ampersands)) {
    if (bare) return { kind: "entity", line: text.slice(0, index).split("\n").length, detail: "&" };
  }
  return null;
}

function earlier(one: MarkupFault | null, other: MarkupFault): MarkupFault {
  return one !== null && one.line <= other.line ? one : other;
}

function faultOf(message: string, line: number, lastClosed: string | null): MarkupFault {
  for (const [pattern, kind] of kinds) {
    const match = pattern.exec(message);
    if (!match) continue;
    // saxes does not name the element that an unexpected end tag closes too early, but has just reported it as closed.
    const detail = match.groups?.name ?? (kind === "tag-order" ? lastClosed : null);
    return { kind, line, detail };
  }
  return { kind: "malformed", line, detail: null };
}
