import { once } from "node:events";
import type { Writable } from "node:stream";
import type PDFDocument from "pdfkit";
import encodeQR from "qr";
import type { PersonType } from "~/services/.server/directory/rules";
import type { SheetWords } from "~/services/contracts/jobs";
import { registerFonts, writable, writeLine, writeWhole } from "./sheet-fonts";

/** Sheets to print, class by class: passwords as a list, badges as cards to cut out. A4, in points of 1/72 inch. */

export type SheetPerson = {
  name: string;
  username: string;
  group: string | null;
  secret: string;
  /** Whose password is on the sheet: a shared account's, a pupil's own, somebody else's. */
  kind: "shared" | "pupil" | "other";
};

/** Of a person, for their row. */
export function sheetKind({ shared, type }: { shared: boolean; type: PersonType }): SheetPerson["kind"] {
  if (shared) return "shared";
  return type === "student" ? "pupil" : "other";
}

const page = { width: 595.28, height: 841.89, margin: 42 };
const inner = page.width - 2 * page.margin;
const soft = "#5B6470";
const line = "#C9CED6";

type Document = InstanceType<typeof PDFDocument>;

/** Beside a name that is not written whole; the foot of the page says what it means. */
const mark = "*";

/** A name as far as there are letters for it; whose name has none is found by the username. Decision 33. */
function nameOnPaper({ name, username }: SheetPerson): string {
  const { text, isWhole } = writable(name);
  if (isWhole) return name;
  return `${/\p{L}/u.test(text) ? text : username}${mark}`;
}

/** Once a page, however many names bear the mark. */
function footNote(document: Document, words: SheetWords, name: string, isNoted: boolean): boolean {
  if (isNoted || !name.endsWith(mark)) return isNoted;
  const style = { size: 9, colour: soft };
  writeLine(document, `${mark} ${words.unwritten}`, page.margin, page.height - 30, style, inner);
  return true;
}

/** What a row of names and passwords takes at most, in points, with the line below it. */
const rowHeight = 46;

/** What is said of a shared account takes below its row. */
const noteHeight = 26;

/**
 * First passwords, one row a person; every class begins a page of its own. What holds of most is said on top: that the password must be
 * changed, or of pupils and shared accounts that it need not; what differs is said of each. docs/product/control-panel.md#users.
 */
export async function printPasswords(stream: Writable, people: SheetPerson[], words: SheetWords): Promise<void> {
  await print(stream, words, async (document, pause) => {
    for (const [group, members] of byGroup(people, words)) {
      const onTop = kinds.find((kind) => members.some((member) => member.kind === kind)) ?? "other";
      const hints = { other: words.hint, pupil: words.pupils || words.hint, shared: words.shared || words.hint };
      let y = 0;
      let isNoted = false;
      for (const person of members) {
        const note = person.kind === onTop ? "" : { ...hints, shared: words.shared, pupil: words.pupils }[person.kind];
        if (y === 0 || y > page.height - page.margin - rowHeight - (note ? noteHeight : 0)) {
          y = passwordHead(document, group, { ...words, hint: hints[onTop] });
          isNoted = false;
        }
        const shown = nameOnPaper(person);
        isNoted = footNote(document, words, shown, isNoted);
        const [name, username, password] = columns();
        const bold = { size: 11, weight: "bold" } as const;
        const room = rowHeight - 12;
        const heights = [
          writeWhole(document, shown, name.x, y, bold, name.width, room),
          writeWhole(document, person.username, username.x, y, { size: 11 }, username.width, room),
        ];
        // On one line, in smaller letters if need be: somebody types it.
        writeWhole(document, person.secret, password.x, y, { size: 12, weight: "bold" }, password.width, 15);
        y += Math.max(20, ...heights.map((height) => height + 6));
        if (note) {
          const noted = writeWhole(
            document,
            note,
            username.x,
            y - 4,
            { size: 9, colour: soft },
            inner - username.x + page.margin,
            noteHeight - 4,
          );
          y += noted + 2;
        }
        rule(document, y - 3);
        y += 6;
        await pause();
      }
    }
  });
}

/** The kind that most is said of comes first. */
const kinds = ["other", "pupil", "shared"] as const;

/** Three words of a password need more room than a name. */
function columns() {
  const at = (start: number, end: number) => ({ x: page.margin + start * inner, width: (end - start) * inner - 10 });
  return [at(0, 0.31), at(0.31, 0.6), at(0.6, 1)] as const;
}

function passwordHead(document: Document, group: string, words: SheetWords): number {
  document.addPage();
  let y = head(document, group, words);
  const [name, username, password] = columns();
  for (const [text, column] of [
    [words.name, name],
    [words.username, username],
    [words.password, password],
  ] as const) {
    writeLine(document, text, column.x, y, { size: 9, colour: soft }, column.width);
  }
  y += 16;
  rule(document, y);
  return y + 8;
}

/** Title of a page; returns where the page goes on. */
function head(document: Document, group: string, words: SheetWords): number {
  writeLine(document, group, page.margin, page.margin, { size: 20, weight: "bold" }, inner);
  writeLine(document, words.title, page.margin, page.margin + 28, { size: 12 }, inner);
  let y = page.margin + 46;
  for (const part of wrap(words.hint, 95)) {
    writeLine(document, part, page.margin, y, { size: 9, colour: soft }, inner);
    y += 12;
  }
  return y + 12;
}

const card = { columns: 2, rows: 4, width: inner / 2, height: 172, code: 110 };

/** QR badges, eight cards a page with lines to cut along; `secret` is the address in the QR code. */
export async function printBadges(stream: Writable, people: SheetPerson[], words: SheetWords): Promise<void> {
  await print(stream, words, async (document, pause) => {
    for (const [group, members] of byGroup(people, words)) {
      let isNoted = false;
      for (const [index, person] of members.entries()) {
        const place = index % (card.columns * card.rows);
        if (place === 0) {
          document.addPage();
          writeLine(document, `${group} · ${words.title}`, page.margin, 22, { size: 9, colour: soft }, inner);
          isNoted = false;
        }
        const name = nameOnPaper(person);
        isNoted = footNote(document, words, name, isNoted);
        const x = page.margin + (place % card.columns) * card.width;
        const y = page.margin + Math.floor(place / card.columns) * card.height;
        drawCard(document, { ...person, name }, group, words, x, y);
        await pause();
      }
    }
  });
}

function drawCard(
  document: Document,
  person: SheetPerson,
  group: string,
  words: SheetWords,
  x: number,
  y: number,
): void {
  document.rect(x, y, card.width, card.height).dash(4, { space: 4 }).lineWidth(0.5).strokeColor(line).stroke().undash();
  drawCode(document, person.secret, x + 14, y + 14, card.code);
  const left = x + card.code + 26;
  const width = card.width - card.code - 38;
  let at = y + 18;
  at += writeWhole(document, person.name, left, at, { size: 14, weight: "bold" }, width, 54);
  writeLine(document, group, left, at + 2, { size: 11 }, width);
  writeWhole(
    document,
    person.username,
    left,
    at + 18,
    { size: 10, colour: soft },
    width,
    y + card.code + 14 - (at + 18),
  );
  const code =
    person.secret
      .slice(person.secret.lastIndexOf("#") + 1)
      .match(/.{1,5}/g)
      ?.join(" ") ?? "";
  writeLine(document, code, x + 14, y + card.code + 20, { size: 8, colour: soft }, card.width - 28);
  let hint = y + card.code + 32;
  for (const part of wrap(words.hint, 58).slice(0, 2)) {
    writeLine(document, part, x + 14, hint, { size: 7.5, colour: soft }, card.width - 28);
    hint += 9;
  }
}

/** The address as a QR code of `size` points, with its quiet zone. Middle error correction: badges get dirty. */
function drawCode(document: Document, address: string, x: number, y: number, size: number): void {
  const data = encodeQR(address, "raw", { ecc: "medium", border: 2 });
  const step = size / data.length;
  for (const [row, cells] of data.entries()) {
    for (const [column, isDark] of cells.entries()) {
      // A hair wider than the step, so that no printer leaves white lines between neighbours.
      if (isDark) document.rect(x + column * step, y + row * step, step + 0.05, step + 0.05);
    }
  }
  document.fillColor("#000000").fill();
}

function rule(document: Document, y: number): void {
  document
    .moveTo(page.margin, y)
    .lineTo(page.margin + inner, y)
    .lineWidth(0.5)
    .strokeColor(line)
    .stroke();
}

/** A document into a stream. `pause` lets other requests in between, and waits while the stream is full. */
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

/** In the order in which they come. */
function byGroup(people: SheetPerson[], words: SheetWords): Map<string, SheetPerson[]> {
  const groups = new Map<string, SheetPerson[]>();
  for (const person of people) {
    const name = person.group ?? words.withoutGroup;
    groups.set(name, [...(groups.get(name) ?? []), person]);
  }
  return groups;
}

/** Lines of at most so many letters, broken between words and after hyphens. */
function wrap(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+|(?<=\p{L}-)(?=\p{L})/u).filter(Boolean)) {
    const last = lines.at(-1);
    const joined = last?.endsWith("-") ? last + word : `${last} ${word}`;
    if (last !== undefined && joined.length <= letters) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}
