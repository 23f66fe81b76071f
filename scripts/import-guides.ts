import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import PDFDocument from "pdfkit";
import { bcp47, brandName, type Locale, type Realm, realmRow } from "~/realms/realm";
import { type TemplateColumnId, templateTexts } from "~/services/.server/import/workbook/template-texts";
import { requiredMark } from "~/services/.server/import/workbook/write-workbook";
import { registerFonts } from "~/services/.server/jobs/sheet-fonts";
import { templateColumns } from "~/services/contracts/import-columns";
import { type GuideOutcome, guideOutcomes, guideTexts } from "./guide-texts";

/** The printed import guide, for countries that have one. A4, in points of 1/72 inch. docs/product/shell.md#users. */

const page = { width: 595.28, height: 841.89, margin: 54 };
const inner = page.width - 2 * page.margin;
const ink = "#1C2430";
const soft = "#5B6470";
const primary: Record<string, string> = { fabel: "#0B6E6E", "fabel-france": "#2B3A8C" };
const regular = "atkinson-hyperlegible-next/latin-400";
const bold = "atkinson-hyperlegible-next/latin-700";
const headIndent = 150;
/** Small enough for the longest guide to fit on two pages. */
const entryGap = 4;

type Guide = { realm: Realm; language: Locale; createdAt: Date };

export async function writeGuide(out: Writable, { realm, language, createdAt }: Guide): Promise<void> {
  const { brand } = realmRow(realm);
  const product = brandName(brand);
  const texts = guideTexts(language);
  const fill = (text: string) => text.replaceAll("{product}", product);
  const document = new PDFDocument({
    size: "A4",
    margin: page.margin,
    bufferPages: true,
    lang: bcp47(language),
    displayTitle: true,
    tagged: true,
    pdfVersion: "1.7",
    info: { Title: texts.title, Author: product, Creator: product, Producer: product, CreationDate: createdAt },
  });
  document.pipe(out);
  await registerFonts(document);
  const colour = primary[brand] ?? ink;
  const write = writerOf(document, colour);
  write.title(product, texts.title);
  write.paragraph(fill(texts.intro));
  write.heading(texts.stepsTitle);
  for (const [index, { title, text }] of texts.steps.entries()) write.entry(`${index + 1}. ${title}`, fill(text));
  write.heading(texts.outcomesTitle);
  const outcomes = outcomesOnScreen(language);
  for (const outcome of guideOutcomes) write.entry(outcomes[outcome], fill(texts.outcomes[outcome]));
  write.heading(texts.columnsTitle);
  const { hints, sheets, required } = templateTexts(language);
  write.paragraph(required);
  for (const { id, headings, isRequired } of templateColumns(realm)) {
    const hint = hints[id as TemplateColumnId];
    write.entry(
      `${headings[language]}${isRequired ? requiredMark : ""}`,
      hint.replaceAll("{product}", product).replaceAll("{sheet}", sheets.people),
    );
  }
  write.heading(texts.goodToKnowTitle);
  for (const text of texts.goodToKnow) write.point(fill(text));
  numberPages(document, product);
  document.end();
  await finished(out);
}

/** Outcome names from the preview's translations, so that both use the same words. */
function outcomesOnScreen(language: Locale): Record<GuideOutcome, string> {
  return JSON.parse(readFileSync(join("locales", language, "import.json"), "utf8")).row.outcome;
}

function writerOf(document: PDFKit.PDFDocument, colour: string) {
  const room = (height: number) => {
    if (document.y + height > page.height - page.margin) document.addPage();
  };
  const text = (content: string, font: string, size: number, fill: string, tag: "H1" | "H2" | "P") => {
    document.font(font).fontSize(size).fillColor(fill);
    const element = document.struct(tag, {}, () => {
      document.text(content, page.margin, document.y, { width: inner, lineGap: size * 0.25 });
    });
    document.addStructure(element);
  };
  return {
    title(product: string, title: string) {
      text(product, bold, 12, colour, "P");
      document.moveDown(0.3);
      text(title, bold, 24, ink, "H1");
      document.moveDown(0.6);
    },
    heading(title: string) {
      document.moveDown(0.6);
      room(90);
      text(title, bold, 15, colour, "H2");
      document.moveDown(0.3);
    },
    paragraph(content: string) {
      text(content, regular, 11, ink, "P");
      document.moveDown(0.4);
    },
    /** A term with its description beside it. */
    entry(head: string, content: string) {
      document.font(regular).fontSize(11);
      const options = { width: inner - headIndent, lineGap: 2.5 };
      const height = document.heightOfString(content, options);
      const headHeight = document.font(bold).heightOfString(head, { width: headIndent - 12, lineGap: 2.5 });
      room(Math.max(height, headHeight));
      const top = document.y;
      const element = document.struct("P", {}, () => {
        document
          .fillColor(ink)
          .font(bold)
          .text(head, page.margin, top, { width: headIndent - 12, lineGap: 2.5 });
        document.font(regular).text(content, page.margin + headIndent, top, options);
      });
      document.addStructure(element);
      document.y = top + Math.max(height, headHeight) + entryGap;
    },
    point(content: string) {
      document.font(regular).fontSize(11);
      const options = { width: inner - 16, lineGap: 2.5 };
      room(document.heightOfString(content, options));
      const top = document.y;
      const element = document.struct("P", {}, () => {
        document.fillColor(colour).text("•", page.margin, top, { width: 16 });
        document.fillColor(ink).text(content, page.margin + 16, top, options);
      });
      document.addStructure(element);
      document.y += 3;
    },
  };
}

function numberPages(document: PDFKit.PDFDocument, product: string): void {
  const { start, count } = document.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    document.switchToPage(index);
    // Below the margin, where pdfkit would begin another page.
    document.page.margins.bottom = 0;
    document.font(regular).fontSize(9).fillColor(soft);
    document.text(`${product} · ${index + 1} / ${count}`, page.margin, page.height - 36, {
      width: inner,
      align: "center",
    });
    document.page.margins.bottom = page.margin;
  }
}
