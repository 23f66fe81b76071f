import { posix } from "node:path";
import type { WorkbookArchive } from "./archive";
import { unescapedText } from "./cell-text";
import { workbookLimits } from "./limits";
import { WorkbookError } from "./workbook-error";
import { readXml } from "./xml";

/** Locations of a workbook's sheets, styles and shared strings. */
type WorkbookParts = {
  sheets: { name: string; part: string; isHidden: boolean }[];
  styles: string | null;
  sharedStrings: string | null;
  /** Whether days are counted from 1904, as in old Mac workbooks. */
  countsFrom1904: boolean;
};

type Relation = { id: string; type: string; target: string; isExternal: boolean };

/** @throws WorkbookError */
export async function readParts(archive: WorkbookArchive): Promise<WorkbookParts> {
  if (!archive.has("[Content_Types].xml") || !archive.has("_rels/.rels")) throw new WorkbookError("not-xlsx");
  await refuseMacros(archive);
  const main = (await readRelations(archive, "")).find(({ type }) => type === "officeDocument");
  if (!main) throw new WorkbookError("not-xlsx");
  const workbook = partOf(archive, main);
  const relations = await readRelations(archive, workbook);
  const { sheets, countsFrom1904 } = await readWorkbookPart(archive, workbook);
  const worksheets = sheets.flatMap(({ name, relationId, isHidden }) => {
    const relation = relations.find(({ id }) => id === relationId);
    if (!relation) throw new WorkbookError("damaged");
    // Chart sheets have no cells.
    return relation.type === "worksheet" ? [{ name, part: partOf(archive, relation), isHidden }] : [];
  });
  const optional = (type: string) => {
    const relation = relations.find((each) => each.type === type);
    return relation ? partOf(archive, relation) : null;
  };
  return {
    sheets: worksheets,
    styles: optional("styles"),
    sharedStrings: optional("sharedStrings"),
    countsFrom1904,
  };
}

/** Rejects workbooks whose content types declare macros. */
async function refuseMacros(archive: WorkbookArchive): Promise<void> {
  const types: string[] = [];
  await readXml(archive.read("[Content_Types].xml"), {
    open: (_, { ContentType }) => {
      if (ContentType !== undefined) types.push(ContentType.toLowerCase());
    },
  });
  const hasMacros = types.some((type) => type.includes("macroenabled") || type.includes("vbaproject"));
  if (hasMacros || archive.has("xl/vbaProject.bin")) throw new WorkbookError("macros");
  if (!types.some((type) => type.includes("spreadsheetml"))) throw new WorkbookError("not-xlsx");
}

/** Relations of a part; of the whole file if the part is "". */
async function readRelations(archive: WorkbookArchive, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part);
  const file = posix.join(folder, "_rels", `${posix.basename(part)}.rels`);
  if (!archive.has(file)) throw new WorkbookError("damaged");
  const relations: Relation[] = [];
  await readXml(archive.read(file), {
    open: (name, { Id, Type, Target, TargetMode }) => {
      if (name !== "Relationship" || Id === undefined || Type === undefined || Target === undefined) return;
      const isExternal = TargetMode === "External";
      relations.push({ id: Id, type: posix.basename(Type), target: targetOf(archive, folder, Target), isExternal });
    },
  });
  return relations;
}

/**
 * The part that a target names. Some programs write it with backslashes, or from the root without the leading slash, or with its
 * characters escaped; where the target as written exists, it is taken.
 */
function targetOf(archive: WorkbookArchive, folder: string, target: string): string {
  const written = target.replaceAll("\\", "/").trim();
  const inFolder = written.startsWith("/") ? posix.normalize(written).slice(1) : posix.join(folder, written);
  const readings = [inFolder, unescapedPath(inFolder), posix.normalize(written)];
  return readings.find((part) => archive.has(part)) ?? inFolder;
}

function unescapedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function partOf(archive: WorkbookArchive, { target, isExternal }: Relation): string {
  if (isExternal) throw new WorkbookError("unsafe");
  if (!archive.has(target)) throw new WorkbookError("damaged");
  return target;
}

/** A sheet of the second state can only be shown again by a program, so users do not know that it exists. */
const hiddenStates = new Set(["hidden", "veryHidden"]);

async function readWorkbookPart(archive: WorkbookArchive, part: string) {
  const sheets: { name: string; relationId: string; isHidden: boolean }[] = [];
  let countsFrom1904 = false;
  await readXml(archive.read(part), {
    open: (tag, attributes) => {
      if (tag === "workbookPr") countsFrom1904 = ["1", "true"].includes(attributes.date1904 ?? "");
      if (tag !== "sheet") return;
      const relationId = Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1];
      if (attributes.name === undefined || relationId === undefined) throw new WorkbookError("damaged");
      sheets.push({ name: attributes.name, relationId, isHidden: hiddenStates.has(attributes.state ?? "") });
      if (sheets.length > workbookLimits.sheets) throw new WorkbookError("too-many-sheets");
    },
  });
  return { sheets, countsFrom1904 };
}

/** Number format of each cell style by index; null for the general one. */
export async function readNumberFormats(archive: WorkbookArchive, part: string | null): Promise<(string | null)[]> {
  if (part === null) return [];
  const codes = new Map<number, string>(builtInFormats);
  const formats: number[] = [];
  let isInCellStyles = false;
  await readXml(archive.read(part), {
    open: (name, { numFmtId, formatCode }) => {
      if (name === "numFmt" && formatCode !== undefined) codes.set(Number(numFmtId), formatCode);
      else if (name === "cellXfs") isInCellStyles = true;
      else if (name === "xf" && isInCellStyles) formats.push(Number(numFmtId ?? 0));
    },
    close: (name) => {
      if (name === "cellXfs") isInCellStyles = false;
    },
  });
  return formats.map((id) => codes.get(id) ?? null);
}

/** Built-in formats, which workbooks reference only by number (ECMA-376 part 1, 18.8.30); those of currencies are the general one. */
const builtInFormats: [number, string][] = [
  ...([
    [1, "0"],
    [2, "0.00"],
    [3, "#,##0"],
    [4, "#,##0.00"],
    [9, "0%"],
    [10, "0.00%"],
    [11, "0.00E+00"],
  ] as [number, string][]),
  ...([
    [12, "# ?/?"],
    [13, "# ??/??"],
    [48, "##0.0E+0"],
  ] as [number, string][]),
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id): [number, string] => [id, "d/m/y"]),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47, 55, 56].map((id): [number, string] => [id, "h:m"]),
  [22, "d/m/y h:m"],
];

/** Texts that cells refer to by index. */
export async function readSharedStrings(archive: WorkbookArchive, part: string | null): Promise<string[]> {
  if (part === null) return [];
  if (archive.sizeOf(part) > countedFrom) await refuseTooManyStrings(archive, part);
  const strings: string[] = [];
  let text = "";
  let isText = false;
  let isPhonetic = false;
  await readXml(archive.read(part), {
    open: (name, { uniqueCount }) => {
      if (name === "t") isText = !isPhonetic;
      else if (name === "si") text = "";
      else if (name === "rPh") isPhonetic = true;
      else if (name === "sst" && Number(uniqueCount) > workbookLimits.sharedStrings)
        throw new WorkbookError("too-large");
    },
    text: (part) => {
      if (isText) text += part;
    },
    close: (name) => {
      if (name === "t") isText = false;
      else if (name === "rPh") isPhonetic = false;
      else if (name === "si") {
        strings.push(unescapedText(text));
        if (strings.length > workbookLimits.sharedStrings) throw new WorkbookError("too-large");
      }
    },
  });
  return strings;
}

/** Bytes from which strings are counted before they are parsed, which takes a tenth of the time. */
const countedFrom = 24 * 1024 * 1024;
const [bracket, s, i, space, end] = [..."<si >"].map((letter) => letter.charCodeAt(0));

async function refuseTooManyStrings(archive: WorkbookArchive, part: string): Promise<void> {
  let count = 0;
  for await (const bytes of archive.read(part)) {
    for (let at = bytes.indexOf("<"); at >= 0 && at < bytes.length; at += 1) {
      if (bytes[at] !== bracket || bytes[at + 1] !== s || bytes[at + 2] !== i) continue;
      if (bytes[at + 3] === end || bytes[at + 3] === space) count += 1;
    }
    if (count > workbookLimits.sharedStrings) throw new WorkbookError("too-large");
  }
}
