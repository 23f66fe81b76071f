import { z } from "zod";
import { readForm } from "~/forms/read-form";
import { uidSchema } from "~/services/contracts/uid";
import { bulkActions, exportActions } from "./bulk-actions";
import type { ListState } from "./list-address";
import { filterFieldNames, parseFilters, readListState } from "./read-list";

/** What the list's form and the page that asks again send. */
const text = z.string().default("");
const listOf = (value: unknown) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);
const ticked = z.preprocess((value) => value === "1", z.boolean());

export const bulkFormSchema = z.object({
  act: z.enum([...bulkActions, ...exportActions]),
  ids: z.preprocess(listOf, z.array(uidSchema).max(1000)),
  /** Everything that the list's search and filters match, instead of ids. */
  all: ticked,
  organization: uidSchema,
  filters: text.pipe(z.string().max(10_000)).refine((text) => parseFilters(text) !== null),
  /** The class whose page this was sent from: nobody chosen means everybody in it. */
  ofGroup: text.pipe(z.union([z.literal(""), uidSchema])),
  /** One act on one person, from the row's own menu: whoever else is selected is not meant. */
  only: text.pipe(z.union([z.literal(""), uidSchema])),
  /** Sent from the person's own page, which is come back to. */
  toPerson: ticked,
  group: text.pipe(z.union([z.literal(""), uidSchema])),
  /** Part of the name of the group to move to. */
  groupSearch: text.pipe(z.string().max(200)),
  confirmed: ticked,
  /** New badges in place of those that people have. */
  renew: ticked,
  /** How many are deleted, typed by whoever deletes many. */
  typedCount: text.pipe(z.string().max(50)),
  /** Makes a form that is sent twice one job. */
  key: text.pipe(z.string().max(100)),
});
export type BulkForm = Omit<z.output<typeof bulkFormSchema>, "filters" | "only"> & {
  /** The list as it stood, by the names that its address has: what is meant by all, and the way back. */
  state: ListState;
};

/** Reads the form; null for what no page of ours sends. */
export function readBulkForm(form: FormData): BulkForm | null {
  const { submission } = readForm(form, bulkFormSchema);
  if (submission.status !== "success") return null;
  const { filters: _, only, ...value } = submission.value;
  const ids = only ? [only] : [...new Set(value.ids)];
  const fields = { ...value, ids, all: !only && (value.all || (value.ofGroup !== "" && ids.length === 0)) };
  // What the address of a list calls `group` filters it; here it is the class to move to.
  const ofList = [...form].filter(([name]) => !filterFieldNames.includes(name));
  const sent = ofList.map(([name, value]) => [name, String(value)]);
  return { ...fields, state: readListState(new URLSearchParams(sent)) };
}
