import type { Realm } from "~/realms/realm";
import { isCommonPassword } from "~/services/contracts/common-passwords";
import { formMessages } from "~/services/contracts/form-messages";
import {
  cleanWord,
  groupsOfWord,
  type ImportColumnId,
  importColumn,
  roleOfWord,
  splitList,
  yesNoOfWord,
} from "~/services/contracts/import-columns";
import { type PersonType, personFields } from "~/services/contracts/person-fields";
import { isUid } from "~/services/contracts/uid";

/** One person of a roster, whatever it came from: a row of a workbook, or what a sync read. Nothing of it has been compared yet. */

export type RosterCell = { address: string; text: string };
export type RosterCells = Partial<Record<ImportColumnId, RosterCell>>;

export const rosterAttributes = [
  "username",
  "name",
  "firstName",
  "lastName",
  "email",
  "externalId",
  "ageFilter",
  "shared",
  "eppn",
  "gsuiteid",
  "gsuiteemail",
  "office365",
  "bankid",
  "sms",
  "speakingBookRights",
] as const;
export type RosterAttribute = (typeof rosterAttributes)[number];
export type RosterValue = string | number | boolean | null;

export type Mistake = {
  column: ImportColumnId | null;
  address: string | null;
  value: string | null;
  reason: string;
  people: string[];
};

export type RosterRow = {
  uid: string | null;
  role: PersonType | null;
  /** null erases. */
  values: Partial<Record<RosterAttribute, RosterValue>>;
  /** Schools by code, else by name; null where the roster says none. */
  schools: { name: string | null; code: string | null }[] | null;
  /** For the school at the same place. */
  administrators: (boolean | null)[];
  /** Every way to read each group; null where the roster says none. */
  groups: { organization?: string; group: string }[][] | null;
  mistakes: Mistake[];
};

/** @param password as the file has it; judged here, kept nowhere */
export function readRosterRow(realm: Realm, cells: RosterCells, password: string | null): RosterRow {
  const fields = personFields(realm);
  const mistakes: Mistake[] = [];
  const row: RosterRow = {
    uid: null,
    role: null,
    values: {},
    schools: null,
    administrators: [],
    groups: null,
    mistakes,
  };
  const wrong = (column: ImportColumnId, reason: string) => {
    const cell = cells[column];
    mistakes.push({ column, address: cell?.address ?? null, value: cell?.text ?? null, reason, people: [] });
  };
  const lists = { names: [] as string[], codes: [] as string[] };
  for (const [name, cell] of Object.entries(cells) as [ImportColumnId, RosterCell][]) {
    const text = cell.text.trim();
    if (text === "" || name === "password") continue;
    if (text === cleanWord && !importColumn(name).clearable) {
      wrong(name, formMessages.cleanNotHere);
      continue;
    }
    if (name === "uid") {
      if (isUid(text)) row.uid = text.toLowerCase();
      else wrong(name, formMessages.incorrectFormat);
    } else if (name === "role") {
      row.role = roleOfWord(text);
      if (!row.role) wrong(name, formMessages.typeRequired);
    } else if (name === "organization") lists.names = splitList(text);
    else if (name === "organizationCode") lists.codes = splitList(text);
    else if (name === "administrator") {
      row.administrators = splitList(text).map((word) => (word === "" ? null : yesNoOfWord(word)));
      if (splitList(text).some((word) => word !== "" && yesNoOfWord(word) === null))
        wrong(name, formMessages.incorrectFormat);
    } else if (name === "groups") row.groups = splitList(text).filter(Boolean).map(groupsOfWord);
    else if (text === cleanWord) row.values[name as RosterAttribute] = null;
    else if (name === "shared" || name === "speakingBookRights") {
      const value = yesNoOfWord(text);
      if (value === null) wrong(name, formMessages.incorrectFormat);
      else row.values[name] = value;
    } else {
      const attribute = name as RosterAttribute;
      const read = fields[attribute].safeParse(text);
      if (read.success) row.values[attribute] = read.data as RosterValue;
      else wrong(name, ownReason(read.error.issues[0]?.message));
    }
  }
  const count = Math.max(lists.names.length, lists.codes.length);
  if (count > 0) {
    row.schools = Array.from({ length: count }, (_, at) => ({
      name: lists.names[at] || null,
      code: lists.codes[at] || null,
    }));
  }
  if (password !== null) {
    const read = fields.password.safeParse(password);
    const reason = read.success
      ? isCommonPassword(password) && formMessages.tooCommon
      : ownReason(read.error.issues[0]?.message);
    if (reason)
      mistakes.push({ column: "password", address: cells.password?.address ?? null, value: null, reason, people: [] });
  }
  return row;
}

/** zod's own messages are for programmers. */
function ownReason(reason: string | undefined): string {
  const isForeign = !reason || /^(Invalid|Too|Expected|Unrecognized).*(expected|received|input)/.test(reason);
  return isForeign ? formMessages.incorrectFormat : reason;
}
