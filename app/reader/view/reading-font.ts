import dyslexicUrl from "@fontsource/opendyslexic/files/opendyslexic-latin-400-normal.woff2?url";
import dyslexicBoldUrl from "@fontsource/opendyslexic/files/opendyslexic-latin-700-normal.woff2?url";
import regularUrl from "@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url";
import lexendUrl from "@fontsource-variable/lexend/files/lexend-latin-wght-normal.woff2?url";
import { faceNames, type Typeface } from "~/reader/settings/comfort";
import type { OwnFont } from "~/reader/settings/own-font";

type Face = { family: string; weight: string; url: string };

const atkinson: Face = { family: faceNames.atkinson, weight: "200 800", url: regularUrl };

/** Font files of each typeface. Without a choice, books that name no font get Atkinson Hyperlegible. */
const faces: Record<Typeface, readonly Face[]> = {
  book: [atkinson],
  atkinson: [atkinson],
  lexend: [{ family: faceNames.lexend, weight: "100 900", url: lexendUrl }],
  opendyslexic: [
    { family: faceNames.opendyslexic, weight: "400", url: dyslexicUrl },
    { family: faceNames.opendyslexic, weight: "700", url: dyslexicBoldUrl },
  ],
  // Where the reader's own file is missing, and for letters that it lacks.
  own: [atkinson],
};

let areOffered = false;

/** Declares the typefaces in the page around the book, so that each option is written in its own; files load on first use. */
export function offerFaces(): void {
  if (areOffered) return;
  areOffered = true;
  for (const { family, weight, url } of [...faces.lexend, ...faces.opendyslexic])
    document.fonts.add(new FontFace(family, `url(${url})`, { weight }));
}

const rules = new Map<string, Promise<string>>();

/**
 * The selected typeface as @font-face rules for documents of a book, which may load files from their own folder only:
 * the font is a blob. Empty if it fails to load; the system font is used then.
 */
export class ReadingFont {
  rule = "";
  private wanted: Typeface | null = null;

  /** @param findOwn finds the font file of the reader's own */
  constructor(private readonly findOwn: () => Promise<OwnFont | null>) {}

  /** @param adopted called when the rules have changed; `isFirst`: there were none before */
  load(typeface: Typeface, adopted: (isFirst: boolean) => void): void {
    this.wanted = typeface;
    const own = typeface === "own" ? this.findOwn().then(ownRule, () => "") : "";
    void Promise.all([...faces[typeface].map(ruleOf), own]).then((parts) => {
      const rule = parts.join("");
      if (rule === "" || rule === this.rule || typeface !== this.wanted) return;
      const isFirst = this.rule === "";
      this.rule = rule;
      adopted(isFirst);
    });
  }
}

/** Without a weight, so that a browser makes the bold letters that a single file lacks. */
function ownRule(font: OwnFont | null): string {
  return font
    ? `@font-face{font-family:"${faceNames.own}";src:url(${URL.createObjectURL(new Blob([font.data]))})}`
    : "";
}

function ruleOf(face: Face): Promise<string> {
  const known = rules.get(face.url) ?? fetchRule(face);
  rules.set(face.url, known);
  return known;
}

async function fetchRule({ family, weight, url }: Face): Promise<string> {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(String(response.status));
    const blob = await response.blob();
    return `@font-face{font-family:"${family}";font-weight:${weight};src:url(${URL.createObjectURL(blob)}) format("woff2")}`;
  } catch {
    // A failed load is retried with the next change of the typeface.
    rules.delete(url);
    return "";
  }
}
