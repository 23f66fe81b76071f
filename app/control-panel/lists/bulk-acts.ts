import { z } from "zod";
import type { ListKind } from "~/control-panel/people/kinds";
import { type ListState, parseFilters, readListState } from "./list-address";

/** What can be done with many people at once, from a list. Issue 5, part 4. */

export const bulkActs = ["move", "passwords", "badges", "void-badges", "deactivate", "delete"] as const;
export type BulkAct = (typeof bulkActs)[number];

export const exportActs = ["export-xlsx", "export-csv"] as const;
export type ExportAct = (typeof exportActs)[number];

/** What each asks of whoever wants it, by the names that an organisation's actions have. */
const rights: Record<BulkAct, string> = {
  move: "EditUserInfo",
  passwords: "EditPassword",
  badges: "EditBadge",
  "void-badges": "EditBadge",
  deactivate: "EditUserInfo",
  delete: "DeleteUser",
};
const handedOut: readonly BulkAct[] = ["passwords", "badges", "void-badges"];
const pupilsOnly: readonly BulkAct[] = ["badges", "void-badges"];

/**
 * Acts that a kind of list offers at an organisation: those that can be done with at least somebody there. Badges are for pupils,
 * and nobody hands out what signs somebody in while acting as another. security.md, line 27.
 */
export function actsFor(
  kind: ListKind,
  { actions, isImpersonated }: { actions: readonly string[]; isImpersonated: boolean },
): BulkAct[] {
  const isWithPupils = kind === "students" || kind === "users";
  return bulkActs.filter(
    (act) =>
      actions.includes(rights[act]) &&
      (isWithPupils || !pupilsOnly.includes(act)) &&
      !(isImpersonated && handedOut.includes(act)),
  );
}

/** What the list's form and the page that asks again send. */
export const bulkFormSchema = z.object({
  act: z.enum([...bulkActs, ...exportActs]),
  ids: z.array(z.uuid()).max(1000),
  /** Everything that the list's search and filters match, instead of ids. */
  all: z.boolean(),
  organization: z.uuid(),
  filters: z
    .string()
    .max(10_000)
    .refine((text) => parseFilters(text) !== null),
  group: z.union([z.literal(""), z.uuid()]),
  /** Part of the name of the group to move to. */
  groupSearch: z.string().max(200),
  confirmed: z.boolean(),
  /** Makes a form that is sent twice one job. */
  key: z.string().max(100),
});
export type BulkForm = Omit<z.output<typeof bulkFormSchema>, "filters"> & {
  /** The list as it stood, by the names that its address has: what is meant by all, and the way back. */
  state: ListState;
};

/** Reads the form; null for what no page of ours sends. */
export function readBulkForm(form: FormData): BulkForm | null {
  const text = (name: string) => String(form.get(name) ?? "");
  const result = bulkFormSchema.safeParse({
    act: text("act"),
    ids: form.getAll("ids"),
    all: text("all") === "1",
    organization: text("organization"),
    filters: text("filters"),
    group: text("group"),
    groupSearch: text("groupSearch"),
    confirmed: text("confirmed") === "1",
    key: text("key"),
  });
  if (!result.success) return null;
  const { filters: _, ...fields } = result.data;
  const sent = [...form].map(([name, value]) => [name, String(value)]);
  return { ...fields, state: readListState(new URLSearchParams(sent)) };
}
