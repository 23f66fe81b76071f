import { z } from "zod";
import { filterFieldNames, parseFilters, readListState } from "~/control-panel/lists/read-list";
import { readForm } from "~/forms/read-form";
import { uidSchema } from "~/services/contracts/uid";
import type { ListState } from "~/shell/list-address";
import { bulkActions, exportActions } from "./bulk-actions";

/** Fields of the list's form and of the confirmation page. */
const text = z.string().default("");
const listOf = (value: unknown) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);
const ticked = z.preprocess((value) => value === "1", z.boolean());

const bulkFormSchema = z.object({
  act: z.enum([...bulkActions, ...exportActions]),
  ids: z.preprocess(listOf, z.array(uidSchema).max(1000)),
  /** Everybody who matches the list's search and filters, instead of `ids`. */
  all: ticked,
  organization: uidSchema,
  filters: text.pipe(z.string().max(10_000)).refine((text) => parseFilters(text) !== null),
  /** Id of the class whose page sent the form, to which the user returns. */
  ofGroup: text.pipe(z.union([z.literal(""), uidSchema])),
  /** Id of one person for an action from the row's menu; overrides the selection. */
  only: text.pipe(z.union([z.literal(""), uidSchema])),
  /** Sent from the person's own page, which is the redirect target. */
  toPerson: ticked,
  group: text.pipe(z.union([z.literal(""), uidSchema])),
  /** Part of the name of the group to move to. */
  groupSearch: text.pipe(z.string().max(200)),
  confirmed: ticked,
  /** Replace existing badges with new ones. */
  renew: ticked,
  /** Number of people to delete, typed by the user as confirmation. */
  typedCount: text.pipe(z.string().max(50)),
  /** Idempotency key: a form that is submitted twice starts one job. */
  key: text.pipe(z.string().max(100)),
});
export type SentBulkForm = Omit<z.output<typeof bulkFormSchema>, "filters" | "only"> & {
  /** State of the list: defines `all` and the URL to return to. */
  state: ListState;
};

/** Parses the form; null if no page sends such a form. */
export function readBulkForm(form: FormData): SentBulkForm | null {
  const { submission } = readForm(form, bulkFormSchema);
  if (submission.status !== "success") return null;
  const { filters: _, only, ...value } = submission.value;
  const ids = only ? [only] : [...new Set(value.ids)];
  // Without a selection nobody is meant, on any page: `all` is sent only if the user ticked it.
  const fields = { ...value, ids, all: !only && value.all };
  // In the URL of a list `group` is a filter; here it is the group to move to, so it is excluded.
  const ofList = [...form].filter(([name]) => !filterFieldNames.includes(name));
  const sent = ofList.map(([name, value]) => [name, String(value)]);
  return { ...fields, state: readListState(new URLSearchParams(sent)) };
}
