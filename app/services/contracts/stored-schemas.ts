import { z } from "zod";

/** Schemas of what services answer for the fields of a table. */

export const namedSchema = z.object({ id: z.string(), name: z.string() });

const schemas = {
  text: z.string(),
  flag: z.boolean(),
  number: z.number(),
  code: z.string(),
  group: namedSchema,
};

/** A row of a table of fields; `values` are those of a choice. */
type Row = { kind: keyof typeof schemas | "choice"; values: readonly string[] | null; isRequired: boolean };
type ChoiceSchema<Values> = Values extends readonly string[] ? z.ZodEnum<{ [Value in Values[number]]: Value }> : never;
type StoredSchema<Field extends Row> = Field["kind"] extends keyof typeof schemas
  ? (typeof schemas)[Field["kind"]]
  : ChoiceSchema<Field["values"]>;

const schemaOf = ({ kind, values }: Row) => (kind === "choice" ? z.enum(values ?? []) : schemas[kind]);

/** The values without null. */
export function storedSchemas<Table extends Record<string, Row>>(
  table: Table,
): { [Name in keyof Table]: StoredSchema<Table[Name]> } {
  const entries = Object.entries(table).map(([name, row]) => [name, schemaOf(row)]);
  // Object.fromEntries loses the schema of each name.
  return Object.fromEntries(entries) as { [Name in keyof Table]: StoredSchema<Table[Name]> };
}

type NullableSchema<Field extends Row> = Field["isRequired"] extends true
  ? StoredSchema<Field>
  : z.ZodNullable<StoredSchema<Field>>;

/** The values, with null where a field need not have one. */
export function nullableSchemas<Table extends Record<string, Row>>(
  table: Table,
): { [Name in keyof Table]: NullableSchema<Table[Name]> } {
  const entries = Object.entries(table).map(([name, row]) => [
    name,
    row.isRequired ? schemaOf(row) : schemaOf(row).nullable(),
  ]);
  return Object.fromEntries(entries) as { [Name in keyof Table]: NullableSchema<Table[Name]> };
}
