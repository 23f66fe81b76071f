import { sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { type Access, permissionContextOf, visibleGroups, visiblePlaces } from "~/services/.server/directory/access";
import type { Person } from "~/services/.server/directory/people/people-store";
import { attributeLevel } from "~/services/.server/directory/permissions";
import { groupWord, joinList } from "~/services/contracts/import-columns";
import type { ExportColumn } from "~/services/contracts/jobs";
import {
  type AttributesWith,
  type PersonAttribute,
  type StoredAttribute,
  storedProperties,
} from "~/services/contracts/person-field-table";

/** Formats a person as the cells of an export. Importing the export again changes nothing. docs/product/control-panel.md#validation. */

/** School unit codes by the organisation's id. */
export type SchoolUnitCodes = ReadonlyMap<number, string>;

export async function schoolUnitCodes(
  within: Pick<Database, "execute">,
  people: readonly Person[],
): Promise<SchoolUnitCodes> {
  const ids = [...new Set(people.flatMap(({ places }) => places.map(({ id }) => id)))];
  if (ids.length === 0) return new Map();
  const { rows } = await within.execute<{ id: number; code: string }>(sql`
    select id, school_unit_code as code from directory.organizations
    where id = any(${sql.param(ids)}::int[]) and school_unit_code is not null`);
  return new Map(rows.map(({ id, code }) => [id, code]));
}

type Exported = {
  access: Access;
  person: Person;
  codes: SchoolUnitCodes;
  /** Translations of types and states, and of `yes` and `no`. */
  words: Record<string, string>;
};

type ExportedField = AttributesWith<"isExported", true> & StoredAttribute;

/** Whether the column is a field of the person that has one value. */
function isExportedField(column: ExportColumn): column is ExportedField {
  return column in storedProperties;
}

/** Returns a function from column to cell text; cells that the caller may not see are empty. */
export function exportedPerson({ access, person, codes, words }: Exported): (column: ExportColumn) => string {
  const context = permissionContextOf(access, person);
  const places = visiblePlaces(access, person);
  const word = (name: string) => words[name] ?? name;
  const yesOrNo = (value: boolean) => word(value ? "yes" : "no");
  const ifViewable = (attribute: PersonAttribute, value: () => string) =>
    attributeLevel(context, attribute).viewable === 2 ? value() : "";
  /** One value per school, or a single one if all are equal. */
  const byPlace = (values: string[]) => (new Set(values).size === 1 ? (values[0] ?? "") : joinList(values));
  return (column) => {
    if (isExportedField(column)) {
      const value = person[storedProperties[column]];
      return ifViewable(column, () => (typeof value === "boolean" ? yesOrNo(value) : String(value ?? "")));
    }
    switch (column) {
      case "organizations":
        return ifViewable(column, () => joinList(places.map((place) => place.name)));
      case "organizationCode":
        return ifViewable("organizations", () => {
          const own = places.map(({ id }) => codes.get(id) ?? "");
          return own.some((code) => code !== "") ? joinList(own) : "";
        });
      case "administrator":
        if (person.type !== "employee") return "";
        return ifViewable("organizations", () => byPlace(places.map(({ admin }) => yesOrNo(admin))));
      case "groups": {
        const names = new Map(places.map(({ id, name }) => [id, name]));
        const own = visibleGroups(access, person).filter((group) => names.has(group.organizationId));
        const school = (id: number) => (places.length > 1 ? names.get(id) : undefined);
        return joinList(own.map((group) => groupWord(group.name, school(group.organizationId))));
      }
      case "type":
        return word(person.type);
      case "status":
        return word(person.status);
      case "id":
        return person.uid;
    }
  };
}
