import type { BookFolder } from "./book-folder";
import type { IngestNotes } from "./ingest-notes";
import { parseXml, parseXmlLeniently, xmlFault } from "./parse-document";

/** @returns null if the file does not exist */
export async function readText(folder: BookFolder, path: string): Promise<string | null> {
  const data = await folder.read(path);
  return data === null ? null : decodeText(data);
}

/**
 * Reads an XML file that is not a content document. If it is not well-formed, as much of it as can be read.
 * @returns null if the file does not exist or has no element
 */
export async function readXmlFile(folder: BookFolder, path: string, notes: IngestNotes): Promise<Document | null> {
  const text = await readText(folder, path);
  if (text === null) return null;
  const fault = xmlFault(text);
  if (fault === null) return parsed(text);
  notes.add(fault.kind, path, fault);
  return parseXmlLeniently(text);
}

function parsed(text: string): Document | null {
  try {
    return parseXml(text);
  } catch {
    return parseXmlLeniently(text);
  }
}

/** Decodes UTF-8 or UTF-16 (EPUB 3.3, section 3.9), or the encoding in an older book's XML declaration. */
export function decodeText(data: Uint8Array): string {
  return new TextDecoder(encodingOf(data)).decode(data);
}

function encodingOf(data: Uint8Array): string {
  const [first, second] = data;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be";
  const beginning = String.fromCharCode(...data.subarray(0, 120));
  const declared =
    /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(beginning)?.[1] ?? "utf-8";
  try {
    // A file in single bytes that declares UTF-16 is mislabelled.
    return /^(utf|ucs)-?16/i.test(declared) ? "utf-8" : new TextDecoder(declared).encoding;
  } catch {
    return "utf-8";
  }
}
