import { inflateSync } from "node:zlib";

/** The texts of one of our PDFs in drawing order, decoded with their font's ToUnicode table. */
export function textsOfPdf(file: Buffer): string[] {
  return sizedTextsOfPdf(file).map(({ text }) => text);
}

/** Like `textsOfPdf`, each with its font size in points. */
export function sizedTextsOfPdf(file: Buffer): Array<{ text: string; size: number }> {
  const objects = readObjects(file);
  const texts: Array<{ text: string; size: number }> = [];
  for (const { dictionary } of objects.values()) {
    if (!/\/Type \/Page\b/.test(dictionary)) continue;
    const contents = objects.get(Number(/\/Contents (\d+) 0 R/.exec(dictionary)?.[1]));
    const resources = objects.get(Number(/\/Resources (\d+) 0 R/.exec(dictionary)?.[1]))?.dictionary ?? dictionary;
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [name, lettersOf(objects, Number(id))]),
    );
    let letters = new Map<string, string>();
    let size = 0;
    for (const [whole, font, points] of (contents?.stream ?? "").matchAll(/\/(F\d+) ([\d.]+) Tf|\[.*?\] TJ/g)) {
      if (font) {
        letters = fonts.get(font) ?? new Map();
        size = Number(points);
      } else texts.push({ text: decode(whole, letters), size });
    }
  }
  return texts;
}

type PdfObject = { dictionary: string; stream: string };

function readObjects(file: Buffer): Map<number, PdfObject> {
  const text = file.toString("latin1");
  const objects = new Map<number, PdfObject>();
  for (const match of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [dictionary = "", bytes] = (match[2] ?? "").split(/\nstream\n/);
    const end = bytes?.lastIndexOf("\nendstream") ?? -1;
    const stream = bytes === undefined ? Buffer.alloc(0) : Buffer.from(bytes.slice(0, end), "latin1");
    const isDeflated = dictionary.includes("/FlateDecode");
    objects.set(Number(match[1]), {
      dictionary,
      stream: (isDeflated ? inflateSync(stream) : stream).toString("latin1"),
    });
  }
  return objects;
}

/** Letters by a font's four-digit codes. */
function lettersOf(objects: Map<number, PdfObject>, id: number): Map<string, string> {
  const table = objects.get(Number(/\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.dictionary ?? "")?.[1]))?.stream ?? "";
  const letters = new Map<string, string>();
  for (const [, start, list] of table.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)) {
    for (const [index, [, code]] of [...(list ?? "").matchAll(/<([\w ]*)>/g)].entries()) {
      const key = (Number.parseInt(start ?? "", 16) + index).toString(16).padStart(4, "0");
      letters.set(
        key,
        Buffer.from((code ?? "").replaceAll(" ", ""), "hex")
          .swap16()
          .toString("utf16le"),
      );
    }
  }
  return letters;
}

function decode(drawn: string, letters: Map<string, string>): string {
  const codes = [...drawn.matchAll(/<(\w+)>/g)].flatMap(([, hex]) => hex?.match(/.{4}/g) ?? []);
  return codes.map((code) => letters.get(code) ?? "\ufffd").join("");
}
