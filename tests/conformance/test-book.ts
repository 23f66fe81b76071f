import { basename, posix } from "node:path";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { type Clip, readClips, readTruth, type Truth } from "./clips";
import { decoded, elementsOf, parseXml, textOf } from "./parse-xml";

export type TestItem = {
  /** Position in the spine, from 0. */
  index: number;
  href: string;
  mediaType: string;
  properties: string[];
  /** Spine properties, including layout overrides. */
  spineProperties: string[];
  /** The fallback if the item can't be shown. */
  fallback: string | null;
  linear: boolean;
  overlay: string | null;
};

/**
 * A book as parsed by the runner itself, to determine what the reader must show. Hrefs are relative to the folder that
 * contains META-INF.
 */
export type TestBook = {
  /** The file's name. */
  file: string;
  path: string;
  files: Map<string, Buffer>;
  title: string;
  /** The package's description: in a test, what is tested. */
  description: string;
  /** Structure of the archive; null if the file is none. */
  archive: Archive | null;
  /** The title's direction by its own `dir` or the package's; `auto` is resolved. */
  titleDirection: "ltr" | "rtl" | null;
  spine: TestItem[];
  /** Values of the package's meta properties by name. */
  meta: Map<string, string>;
  /** Entries of the navigation document's table of contents, in order. */
  contents: Array<{ label: string; href: string }>;
  /** All clips in the spine's order. */
  clips: Clip[];
  truth: Truth | null;
};

/** From the archive's own records. */
export type Archive = {
  /** The runner's own unpacker gave up; other programs might read the archive. */
  isOdd?: boolean;
  isSplit: boolean;
  entries: Array<{ path: string; method: number; isEncrypted: boolean }>;
};

/** The text of one of a book's files; empty if it doesn't exist. */
export function textIn(book: TestBook, href: string): string {
  return book.files.get(href)?.toString("utf8") ?? "";
}

/** Reads an archive as far as possible: reporting errors is up to the product. */
export async function readTestBook(path: string): Promise<TestBook> {
  const { files, archive } = await unpack(path).catch((error: unknown) => ({
    files: new Map<string, Buffer>(),
    archive: archiveBy(String(error)),
  }));
  const text = (href: string) => files.get(href)?.toString("utf8") ?? "";
  const opf = /full-path=["']([^"']+)["']/.exec(text("META-INF/container.xml"))?.[1] ?? "";
  const root = parseXml(text(opf));
  const spine = root ? spineOf(root, opf) : [];
  const title = root ? elementsOf(root, "title").find((element) => textOf(element) !== "") : undefined;
  const truth = files.has("META-INF/synth-truth.json") ? readTruth(text("META-INF/synth-truth.json")) : null;
  const overlays = [...new Set(spine.flatMap((item) => item.overlay ?? []))];
  return {
    file: basename(path),
    path,
    files,
    title: textOf(title),
    description: textOf(root ? elementsOf(root, "description")[0] : undefined),
    archive,
    titleDirection: directionOf(title?.getAttribute("dir") || root?.getAttribute("dir") || "", textOf(title)),
    spine,
    meta: new Map(
      (root ? elementsOf(root, "meta") : []).map((one) => [one.getAttribute("property") ?? "", textOf(one)]),
    ),
    contents: root ? contentsOf(root, opf, text) : [],
    clips: overlays.flatMap((smil) => readClips(smil, text(smil))),
    truth,
  };
}

function archiveBy(error: string): Archive | null {
  if (/multi-disk|split/i.test(error)) return { isSplit: true, entries: [] };
  return /record signature not found/.test(error) ? null : { isSplit: false, isOdd: true, entries: [] };
}

function spineOf(root: Element, opf: string): TestItem[] {
  const resolve = (href: string) => posix.normalize(posix.join(posix.dirname(opf), decoded(href)));
  const manifest = new Map(elementsOf(root, "item").map((item) => [item.getAttribute("id") ?? "", item]));
  const hrefOf = (id: string | null | undefined) => {
    const href = id ? manifest.get(id)?.getAttribute("href") : null;
    return href ? resolve(href) : null;
  };
  return elementsOf(root, "itemref").flatMap((reference, index) => {
    const item = manifest.get(reference.getAttribute("idref") ?? "");
    const href = hrefOf(reference.getAttribute("idref"));
    if (!item || !href) return [];
    return [
      {
        index,
        href,
        mediaType: item.getAttribute("media-type") ?? "",
        properties: (item.getAttribute("properties") ?? "").split(/\s+/).filter(Boolean),
        spineProperties: (reference.getAttribute("properties") ?? "").split(/\s+/).filter(Boolean),
        fallback: hrefOf(item.getAttribute("fallback")),
        linear: reference.getAttribute("linear") !== "no",
        overlay: hrefOf(item.getAttribute("media-overlay")),
      },
    ];
  });
}

function contentsOf(root: Element, opf: string, text: (href: string) => string): TestBook["contents"] {
  const item = elementsOf(root, "item").find((one) => one.getAttribute("properties")?.split(/\s+/).includes("nav"));
  const href = posix.join(posix.dirname(opf), decoded(item?.getAttribute("href") ?? ""));
  const nav = parseXml(text(href));
  const toc =
    nav && (elementsOf(nav, "nav").find((one) => one.getAttribute("epub:type") === "toc") ?? elementsOf(nav, "nav")[0]);
  return (toc ? elementsOf(toc, "a") : []).map((link) => ({
    label: labelOf(link),
    href: posix.normalize(
      posix.join(posix.dirname(href), decoded((link.getAttribute("href") ?? "").split("#")[0] ?? "")),
    ),
  }));
}

/** The text of a link, including alternative texts of its images. */
function labelOf(link: Element): string {
  return (
    textOf(link) ||
    elementsOf(link, "img")
      .map((image) => image.getAttribute("alt") ?? "")
      .join(" ")
      .trim()
  );
}

/** HTML's rule for `auto`: the first strong character decides. */
export function directionOf(dir: string, text: string): "ltr" | "rtl" | null {
  if (dir === "ltr" || dir === "rtl") return dir;
  if (dir !== "auto") return null;
  const strong = /[\p{Script=Hebrew}\p{Script=Arabic}]|\p{L}/u.exec(text)?.[0] ?? "";
  return /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(strong) ? "rtl" : "ltr";
}

function unpack(path: string): Promise<{ files: Map<string, Buffer>; archive: Archive }> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      const files = new Map<string, Buffer>();
      const archive: Archive = { isSplit: false, entries: [] };
      zip.on("entry", (entry: Entry) => {
        const { fileName, compressionMethod: method } = entry;
        archive.entries.push({ path: fileName, method, isEncrypted: entry.isEncrypted() });
        readEntry(zip, entry).then(
          (content) => {
            files.set(entry.fileName, content);
            zip.readEntry();
          },
          // An unreadable file doesn't prevent reading the others.
          () => zip.readEntry(),
        );
      });
      zip.once("end", () => resolve({ files, archive }));
      zip.once("error", () => resolve({ files, archive: { ...archive, isOdd: true } }));
      zip.readEntry();
    });
  });
}

function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error);
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.once("error", reject);
      stream.once("end", () => resolve(Buffer.concat(parts)));
    });
  });
}
