import { once } from "node:events";
import type { Writable } from "node:stream";
import type PDFDocument from "pdfkit";
import encodeQR from "qr";
import type { PersonType } from "~/services/.server/directory/rules";
import { spacedBadge } from "~/services/contracts/badge";
import type { SheetWords } from "~/services/contracts/jobs";
import { registerFonts, writable, writeLine, writeWhole } from "./sheet-fonts";

/** Printed sheets by class: slips with passwords, and badges to cut out. A4, in points of 1/72 inch. */

export type SheetPerson = {
  name: string;
  username: string;
  group: string | null;
  school: string | null;
  secret: string;
  /** Whether the password has been replaced since: it is not printed. */
  isReplaced?: boolean;
  /** Whose password is printed: a shared account's, a pupil's, or another person's. */
  kind: "shared" | "pupil" | "other";
};

/** The kind of a person's slip. */
export function sheetKind({ shared, type }: { shared: boolean; type: PersonType }): SheetPerson["kind"] {
  if (shared) return "shared";
  return type === "student" ? "pupil" : "other";
}

const page = { width: 595.28, height: 841.89, margin: 42 };
const inner = page.width - 2 * page.margin;
const soft = "#5B6470";
const line = "#C9CED6";

type Document = InstanceType<typeof PDFDocument>;

/** Marks a name that is not drawn completely; a footnote explains it. */
const mark = "*";

/** The drawable part of a name, or the username if no letter of it can be drawn. Decision 33. */
function nameOnPaper({ name, username }: SheetPerson): string {
  const { text, isWhole } = writable(name);
  if (isWhole) return name;
  return `${/\p{L}/u.test(text) ? text : username}${mark}`;
}

/** Draws the footnote once per page. */
function footNote(document: Document, words: SheetWords, name: string, isNoted: boolean): boolean {
  if (isNoted || !name.endsWith(mark)) return isNoted;
  const style = { size: 9, colour: soft };
  writeLine(document, `${mark} ${words.unwritten}`, page.margin, page.height - 30, style, inner);
  return true;
}

const card = { columns: 2, width: inner / 2 };
const slip = { ...card, rows: 5, height: (page.height - 2 * page.margin) / 5 };
const badge = { ...card, rows: 4, height: 186, code: 110 };

type CardSize = { columns: number; rows: number; width: number; height: number };
type DrawCard = (document: Document, person: SheetPerson, words: SheetWords, x: number, y: number) => void;

/** Slips with initial passwords to cut out; each class of each school starts on a new page. docs/product/control-panel.md#users. */
export function printPasswords(stream: Writable, people: SheetPerson[], words: SheetWords): Promise<void> {
  return printCards(stream, people, words, slip, drawSlip);
}

/** QR badges to cut out; `secret` is the address in the QR code. */
export function printBadges(stream: Writable, people: SheetPerson[], words: SheetWords): Promise<void> {
  return printCards(stream, people, words, badge, drawBadge);
}

async function printCards(
  stream: Writable,
  people: SheetPerson[],
  words: SheetWords,
  size: CardSize,
  draw: DrawCard,
): Promise<void> {
  await print(stream, words, async (document, pause) => {
    for (const { title, members } of byGroup(people, words)) {
      let isNoted = false;
      for (const [index, person] of members.entries()) {
        const place = index % (size.columns * size.rows);
        if (place === 0) {
          document.addPage();
          writeLine(document, title, page.margin, 22, { size: 9, colour: soft }, inner);
          isNoted = false;
        }
        const name = nameOnPaper(person);
        isNoted = footNote(document, words, name, isNoted);
        const x = page.margin + (place % size.columns) * size.width;
        const y = page.margin + Math.floor(place / size.columns) * size.height;
        document.rect(x, y, size.width, size.height).dash(4, { space: 4 });
        document.lineWidth(0.5).strokeColor(line).stroke().undash();
        draw(document, { ...person, name }, words, x, y);
        await pause();
      }
    }
  });
}

/** Class and school in one line; the school is last, so that it is truncated first. */
function whereOf({ group, school }: SheetPerson): string {
  return [group, school].filter(Boolean).join(" · ");
}

function drawSlip(document: Document, person: SheetPerson, words: SheetWords, x: number, y: number): void {
  const left = x + 14;
  const width = slip.width - 28;
  const label = { size: 8, colour: soft };
  let at = y + 12;
  at += writeWhole(document, person.name, left, at, { size: 13, weight: "bold" }, width, 32) + 1;
  writeLine(document, whereOf(person), left, at, { size: 9, colour: soft }, width);
  at += 16;
  writeLine(document, words.username, left, at, label, width);
  at += 10 + writeWhole(document, person.username, left, at + 10, { size: 11 }, width, 14) + 3;
  writeLine(document, words.password, left, at, label, width);
  if (person.isReplaced) {
    writeWhole(document, words.replaced || "–", left, at + 10, { size: 11 }, width, 45);
    return;
  }
  // On one line, in a smaller font if necessary, since people type it.
  writeWhole(document, person.secret, left, at + 10, { size: 14, weight: "bold" }, width, 17);
  at += 30;
  if (words.address) at += writeWhole(document, words.address, left, at, { size: 9 }, width, 11) + 2;
  const hint = { other: words.hint, pupil: words.pupils || words.hint, shared: words.shared || words.hint }[
    person.kind
  ];
  writeWhole(document, hint, left, at, { size: 8, colour: soft }, width, y + slip.height - 8 - at);
}

function drawBadge(document: Document, person: SheetPerson, words: SheetWords, x: number, y: number): void {
  drawCode(document, person.secret, x + 14, y + 14, badge.code);
  const left = x + badge.code + 26;
  const width = badge.width - badge.code - 38;
  let at = y + 18;
  at += writeWhole(document, person.name, left, at, { size: 14, weight: "bold" }, width, 54);
  at += writeWhole(document, whereOf(person), left, at + 2, { size: 10 }, width, 26) + 4;
  const foot = y + badge.code + 14;
  writeWhole(document, person.username, left, at + 2, { size: 10, colour: soft }, width, foot - (at + 2));
  const below = x + 14;
  const across = badge.width - 28;
  const code = person.secret.slice(person.secret.lastIndexOf("#") + 1);
  writeLine(document, spacedBadge(code), below, foot + 6, { size: 8, colour: soft }, across);
  let next = foot + 19;
  if (words.address) next += writeWhole(document, words.address, below, next, { size: 8.5 }, across, 11) + 1;
  writeWhole(document, words.hint, below, next, { size: 7.5, colour: soft }, across, y + badge.height - 6 - next);
}

/** The address as a QR code of `size` points, including its quiet zone. Medium error correction, since badges get dirty. */
function drawCode(document: Document, address: string, x: number, y: number, size: number): void {
  const data = encodeQR(address, "raw", { ecc: "medium", border: 2 });
  const step = size / data.length;
  for (const [row, cells] of data.entries()) {
    for (const [column, isDark] of cells.entries()) {
      // Slightly wider than the step, so that printers leave no white lines between modules.
      if (isDark) document.rect(x + column * step, y + row * step, step + 0.05, step + 0.05);
    }
  }
  document.fillColor("#000000").fill();
}

/** Writes a document to a stream. `pause` yields to other requests, and waits for backpressure. */
async function print(
  stream: Writable,
  words: SheetWords,
  draw: (document: Document, pause: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { default: Pdf } = await import("pdfkit");
  const document = new Pdf({ size: "A4", margin: 0, autoFirstPage: false, info: { Title: words.title } });
  await registerFonts(document);
  document.pipe(stream);
  await draw(document, async () => {
    if (stream.writableNeedDrain) await once(stream, "drain");
    else await new Promise((resolve) => setImmediate(resolve));
  });
  document.end();
  if (!stream.writableFinished) await once(stream, "finish");
}

/**
 * People by group and school, in their order: schools often have classes of the same name. The title of a page names the school if there
 * are several.
 */
function byGroup(people: readonly SheetPerson[], words: SheetWords): { title: string; members: SheetPerson[] }[] {
  const isOneSchool = new Set(people.map(({ school }) => school)).size === 1;
  const groups = new Map<string, { title: string; members: SheetPerson[] }>();
  for (const person of people) {
    const { school, group } = person;
    const key = JSON.stringify([school, group]);
    const parts = [group ?? words.withoutGroup, isOneSchool ? null : school, words.title];
    const known = groups.get(key) ?? { title: parts.filter(Boolean).join(" · "), members: [] };
    known.members.push(person);
    groups.set(key, known);
  }
  return [...groups.values()];
}
