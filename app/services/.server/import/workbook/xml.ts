import { SaxesParser } from "saxes";
import { workbookLimits } from "./limits";
import { WorkbookError } from "./workbook-error";

/** Handlers for an XML part. Names are without the prefix of the root element, which programs choose differently. */
type XmlHandler = {
  open(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
};

/** Maximum characters between two parser events; more would be a text that no cell can hold. */
const longestSilence = 4 * workbookLimits.cellText;

/**
 * Parses an XML part as a stream. Parts with a document type are rejected, so nothing external is ever loaded.
 * @param afterChunk called between chunks; may wait, and stops reading by returning false
 * @throws WorkbookError
 */
export async function readXml(
  bytes: AsyncIterable<Buffer>,
  handler: XmlHandler,
  afterChunk: () => Promise<boolean> | boolean = () => true,
): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  let silence = 0;
  let prefix = "";
  // Most programs use no prefix, and a sheet has millions of elements.
  const localName = (name: string) => (prefix !== "" && name.startsWith(prefix) ? name.slice(prefix.length) : name);
  let problem: WorkbookError | null = null;
  parser.on("error", () => {
    problem ??= new WorkbookError("damaged");
  });
  parser.on("doctype", () => {
    problem ??= new WorkbookError("unsafe");
  });
  parser.on("opentag", (tag) => {
    silence = 0;
    depth += 1;
    if (depth === 1) prefix = prefixOf(tag.name);
    if (depth > workbookLimits.depth) problem ??= new WorkbookError("unsafe");
    if (!problem) handler.open(localName(tag.name), tag.attributes);
  });
  parser.on("closetag", (tag) => {
    silence = 0;
    depth -= 1;
    if (!problem) handler.close?.(localName(tag.name));
  });
  const onText = (text: string) => {
    silence = 0;
    if (!problem) handler.text?.(text);
  };
  if (handler.text) {
    parser.on("text", onText);
    parser.on("cdata", onText);
  }
  let decoder: TextDecoder | null = null;
  const write = (text: string) => {
    silence += text.length;
    parser.write(text);
    if (silence > longestSilence) problem ??= new WorkbookError("text-too-long");
    if (problem) throw problem;
  };
  for await (const chunk of bytes) {
    decoder ??= decoderOf(chunk);
    write(decode(decoder, chunk));
    if (!(await afterChunk())) return;
  }
  if (decoder === null) throw new WorkbookError("damaged");
  write(decode(decoder));
  parser.close();
  if (problem) throw problem;
}

/** `x:` of `x:worksheet`; empty without a prefix. */
function prefixOf(name: string): string {
  return name.slice(0, name.indexOf(":") + 1);
}

/** The format allows UTF-8 and UTF-16; the latter begins with a byte order mark. */
function decoderOf(first: Buffer): TextDecoder {
  const isLittle = first[0] === 0xff && first[1] === 0xfe;
  const isBig = first[0] === 0xfe && first[1] === 0xff;
  return new TextDecoder(isLittle ? "utf-16le" : isBig ? "utf-16be" : "utf-8", { fatal: true });
}

function decode(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw new WorkbookError("damaged");
  }
}
