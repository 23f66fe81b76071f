import { decoded, elementsOf, parseXml, textOf } from "./parse-xml";
import { type TestBook, textIn } from "./test-book";

/** Outcomes required by a book's own text and the structure of its archive: refused or opened, an embedded font loaded or not. */
export type Expectation = {
  /** `may`: both refusing and opening pass, the latter depending on what is shown. */
  refusal: "must" | "may" | "must not";
  /** Why a refusal is right; empty if it is not. */
  because: string;
  font: "loads" | "stays out";
};

/** The methods of EPUB 3.3, section 4.2.2: stored and deflated. */
const knownMethods = new Set([0, 8]);
/** Obfuscations described by EPUB 3.3 (section 4.4) and Adobe; everything else is encryption, which requires a key. */
const obfuscations = new Set(["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"]);

const saysError = /\b(rais|report|show|display|signal|issu|giv)\w* (an?|some|the) (\w+ )?(error|warning)/i;
const saysRefusal =
  /\bas in error\b|\b(refus|reject)\w*|\b(not|never|cannot|can't) (be )?(open|load|process|ingest)\w*/i;
const saysMay = /\b(may|might|can|could|optional\w*|allowed to|free to)\b/i;

export function expectationOf(book: TestBook): Expectation {
  const fault = faultOfArchive(book);
  const stated = statedRefusal(book);
  const font = statedFont(book);
  if (!fault && book.archive?.isOdd) return { refusal: "may", because: "the archive is not as it should be", font };
  return { refusal: fault ? "must" : stated.refusal, because: fault ?? stated.sentence, font };
}

/** Reason why an archive must not be opened, regardless of its text. EPUB 3.3, sections 4.2 and 4.4; null if there is none. */
function faultOfArchive(book: TestBook): string | null {
  if (book.archive === null) return "the file is no zip archive";
  if (book.archive.isSplit) return "the archive is split into segments";
  const entry = book.archive.entries.find(({ method, isEncrypted }) => isEncrypted || !knownMethods.has(method));
  if (entry)
    return `${entry.path} is ${entry.isEncrypted ? "encrypted by the archive" : "compressed by an unknown method"}`;
  const paths = [...book.files.keys()];
  // A folder around the whole book, or a package without container, can be read all the same.
  const hasPackage = paths.some((path) => /(^|\/)META-INF\/container\.xml$|\.opf$/i.test(path));
  if (!book.archive.isOdd && !hasPackage) return "there is neither META-INF/container.xml nor a package";
  const locked = encryptedPaths(book).find((path) => book.spine.some((item) => item.href === path));
  return locked ? `${locked} is encrypted` : null;
}

/** Paths that are encrypted, not merely obfuscated. */
function encryptedPaths(book: TestBook): string[] {
  const root = parseXml(textIn(book, "META-INF/encryption.xml"));
  return (root ? elementsOf(root, "EncryptedData") : []).flatMap((data) => {
    const algorithm = elementsOf(data, "EncryptionMethod")[0]?.getAttribute("Algorithm") ?? "";
    const path = elementsOf(data, "CipherReference")[0]?.getAttribute("URI");
    return path && !obfuscations.has(algorithm) ? [decoded(path)] : [];
  });
}

function statedRefusal(book: TestBook): { refusal: Expectation["refusal"]; sentence: string } {
  const speaking = statements(book).filter((text) => saysError.test(text) || saysRefusal.test(text));
  // "Test passes if …" takes precedence over a description of the test.
  const must = speaking.find((text) => isAboutBook(text) && !saysMay.test(text));
  if (must) return { refusal: "must", sentence: must };
  const may = speaking.find((text) => isAboutBook(text));
  return may ? { refusal: "may", sentence: may } : { refusal: "must not", sentence: "" };
}

/**
 * Whether a sentence is about the reading system and the whole book, rather than a resource that must not be fetched or
 * a script that must not run.
 */
function isAboutBook(text: string): boolean {
  return (
    /\b(epub|publication|container|archive|book|package|reading systems?)\b/i.test(text) &&
    !/\b(not|never) (raise|report|show|display|reject|refuse)/i.test(text)
  );
}

function statedFont(book: TestBook): Expectation["font"] {
  const fonts = encryptedPaths(book).filter((path) => /\.(otf|ttf|woff2?)$/i.test(path));
  if (fonts.length > 0) return "stays out";
  const isUnwanted = statements(book).some(
    (text) =>
      /\bfonts?\b|\btypeface\b/i.test(text) &&
      (/\b(not|never|without)\b[^.]*\b(unusual|embedded|load\w*|us(e|ed|ing)|render\w*|display\w*|obfuscat\w*|deobfuscat\w*|de-obfuscat\w*|font)\b/i.test(
        text,
      ) ||
        /\b(default|fallback|standard|ordinary|regular|normal|same) (font|typeface)\b/i.test(text)),
  );
  return isUnwanted ? "stays out" : "loads";
}

/** The sentences in which a test states the required outcome: from its description and its pages, those with "Test passes" first. */
function statements(book: TestBook): string[] {
  const texts = [book.description, ...book.spine.map((item) => readable(textIn(book, item.href)))];
  const sentences = texts.flatMap((text) => text.split(/(?<=[.!?])\s+/)).filter((text) => text !== "");
  return [
    ...sentences.filter((text) => /\btest (passes|fails)\b/i.test(text)),
    ...sentences.filter((text) => !/\btest (passes|fails)\b/i.test(text)),
  ];
}

function readable(markup: string): string {
  const root = parseXml(markup);
  return textOf(root ? (elementsOf(root, "body")[0] ?? root) : undefined);
}
